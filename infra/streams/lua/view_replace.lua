-- Puts staged hashes in the place of views, empties the other named ones, and sets the tracking position
-- whatever it was, as one step.
-- KEYS: tracking, then for every view: the view, its staged hash
-- ARGV: name of the tracked application, position, then for every view: number of fields staged

local refusal = wrong_type(KEYS[1], 'hash')
if refusal then return refusal end
for i = 2, #KEYS, 2 do
  refusal = wrong_type(KEYS[i + 1], 'hash') -- whatever stands at the view's own key is replaced
  if refusal then return refusal end
  local staged, expected = redis.call('HLEN', KEYS[i + 1]), tonumber(ARGV[2 + i / 2])
  if staged ~= expected then
    return damaged('of ' .. expected .. ' staged rows for ' .. KEYS[i] .. ' there are ' .. staged)
  end
end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
for i = 2, #KEYS, 2 do
  redis.call('UNLINK', KEYS[i])
  if redis.call('EXISTS', KEYS[i + 1]) == 1 then
    redis.call('RENAME', KEYS[i + 1], KEYS[i])
    redis.call('PERSIST', KEYS[i]) -- staged rows expire, so that a rebuild that died leaves nothing
  end
end
return 1
