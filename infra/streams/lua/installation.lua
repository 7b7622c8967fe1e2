-- Sets those facts of an installation that are not set yet, and returns all of them.
-- KEYS: installation
-- ARGV: field, value, field, value, …

local refusal = wrong_type(KEYS[1], 'hash')
if refusal then return refusal end
if redis.call('HEXISTS', KEYS[1], 'restoring') == 1 then return conflict('it is being restored') end
for i = 1, #ARGV, 2 do
  redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1])
end
return redis.call('HGETALL', KEYS[1])
