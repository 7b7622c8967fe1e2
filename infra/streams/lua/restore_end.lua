-- Makes a restored installation one that can be used, as one step; or, without facts, as if its restore had never begun.
-- KEYS: installation
-- ARGV: the random name of whoever restores, then its facts: field, value, field, value, …

local refusal = wrong_type(KEYS[1], 'hash')
if refusal then return refusal end
if redis.call('HGET', KEYS[1], 'restorer') ~= ARGV[1] then
  return conflict('somebody else has begun to restore it meanwhile')
end
redis.call('HDEL', KEYS[1], 'restoring', 'restorer')
for i = 2, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
return 1
