-- Changes fields of views and moves the tracking position forward, as one step.
-- KEYS: tracking, then a hash for each view
-- ARGV: name of the tracked application, position, then for every view: number of fields to set, number of
--       fields to delete, the fields and values to set, the fields to delete

local refusal = tracking_refused(KEYS[1], ARGV[1], ARGV[2])
if refusal then return refusal end
for i = 2, #KEYS do
  refusal = wrong_type(KEYS[i], 'hash')
  if refusal then return refusal end
end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
local at = 3
for i = 2, #KEYS do
  local sets, deletes = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  at = at + 2
  for _ = 1, sets do
    redis.call('HSET', KEYS[i], ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  for _ = 1, deletes do
    redis.call('HDEL', KEYS[i], ARGV[at])
    at = at + 1
  end
end
return 1
