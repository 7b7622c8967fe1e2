-- Changes rows of the outbox and what tables' people have been told, each only where it still is as it was read, and moves
-- the tracking position forward, as one step.
-- KEYS: tracking, told, outbox, due times
-- ARGV: name of the tracked application or '' for none, position, the position that is to be stored now, then for every row:
--       't' (told) or 'o' (outbox), field, '=' and its present value or '-' for none, '=' and its new value or '-' for none,
--       and for the outbox its due time or ''

local refusal = wrong_type(KEYS[1], 'hash') or wrong_type(KEYS[2], 'hash') or wrong_type(KEYS[3], 'hash')
  or wrong_type(KEYS[4], 'zset')
if refusal then return refusal end
if ARGV[1] ~= '' then
  refusal = tracking_refused(KEYS[1], ARGV[1], ARGV[2])
  if refusal then return refusal end
  local stored = redis.call('HGET', KEYS[1], ARGV[1]) or '0'
  if stored ~= ARGV[3] then
    return conflict('the tracking position of ' .. ARGV[1] .. ' is ' .. stored .. ', not ' .. ARGV[3])
  end
end

local function key_of(kind) return kind == 't' and KEYS[2] or KEYS[3] end

for at = 4, #ARGV, 5 do
  local present = redis.call('HGET', key_of(ARGV[at]), ARGV[at + 1])
  local found = present and '=' .. present or '-'
  if found ~= ARGV[at + 2] then return conflict('row ' .. ARGV[at + 1] .. ' is not as it was') end
end

if ARGV[1] ~= '' then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
for at = 4, #ARGV, 5 do
  local kind, field, value, due = ARGV[at], ARGV[at + 1], ARGV[at + 3], ARGV[at + 4]
  if value == '-' then
    redis.call('HDEL', key_of(kind), field)
  else
    redis.call('HSET', key_of(kind), field, string.sub(value, 2))
  end
  if kind == 'o' then
    if value == '-' or due == '' then
      redis.call('ZREM', KEYS[4], field)
    else
      redis.call('ZADD', KEYS[4], due, field)
    end
  end
end
return 1
