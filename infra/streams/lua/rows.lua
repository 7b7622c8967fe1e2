-- Sets fields of a hash where they are what the caller has read; all of them or, where another has changed one, none.
-- KEYS: hash
-- ARGV: for every field: its name, its value as it was read or '' for none, its new value or '' for none
-- Returns 1 where it has set them, 0 where not.

local refusal = wrong_type(KEYS[1], 'hash')
if refusal then return refusal end
for i = 1, #ARGV, 3 do
  if (redis.call('HGET', KEYS[1], ARGV[i]) or '') ~= ARGV[i + 1] then return 0 end
end
for i = 1, #ARGV, 3 do
  if ARGV[i + 2] == '' then
    redis.call('HDEL', KEYS[1], ARGV[i])
  else
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 2])
  end
end
return 1
