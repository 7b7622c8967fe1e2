-- Marks an installation that is not there yet as being restored, or takes over a restore that was interrupted.
-- KEYS: installation
-- ARGV: the backup's hash, a random name of whoever restores
-- Returns 1 where a restore of the same backup had begun before, else 0.

local refusal = wrong_type(KEYS[1], 'hash')
if refusal then return refusal end
local before = redis.call('HGET', KEYS[1], 'restoring')
if not before and redis.call('EXISTS', KEYS[1]) == 1 then return conflict('there is an installation already') end
if before and before ~= ARGV[1] then
  return conflict('another backup was begun to be restored there, and that was never finished')
end
redis.call('HSET', KEYS[1], 'restoring', ARGV[1], 'restorer', ARGV[2])
return before and 1 or 0
