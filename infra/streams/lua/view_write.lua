-- Changes fields of views and moves the tracking position forward, as one step.
-- KEYS: tracking, then a hash for each view
-- ARGV: name of the tracked application, position, the position that is to be stored now or '' for any, then for every
--       view: number of fields to set, number of fields to delete, the fields and values to set, the fields to delete

local refusal = tracking_refused(KEYS[1], ARGV[1], ARGV[2])
if refusal then return refusal end
if ARGV[3] ~= '' then
  local stored = redis.call('HGET', KEYS[1], ARGV[1]) or '0'
  if stored ~= ARGV[3] then
    return conflict('the tracking position of ' .. ARGV[1] .. ' is ' .. stored .. ', not ' .. ARGV[3])
  end
end
for i = 2, #KEYS do
  refusal = wrong_type(KEYS[i], 'hash')
  if refusal then return refusal end
end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
local at = 4
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
