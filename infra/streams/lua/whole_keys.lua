-- Reads whole keys, all as they are at one moment.
-- KEYS: any keys of one slot
-- Returns for each: its type, the milliseconds it has to live (-1: for ever), a stream's last id (else ''), what is in it.

local reply = {}
for i = 1, #KEYS do
  local key = KEYS[i]
  local kind, last, content = redis.call('TYPE', key).ok, '', {}
  if kind == 'string' then
    content = {redis.call('GET', key)}
  elseif kind == 'hash' then
    content = redis.call('HGETALL', key)
  elseif kind == 'set' then
    content = redis.call('SMEMBERS', key)
  elseif kind == 'list' then
    content = redis.call('LRANGE', key, 0, -1)
  elseif kind == 'zset' then
    content = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  elseif kind == 'stream' then
    content = redis.call('XRANGE', key, '-', '+')
    local info = redis.call('XINFO', 'STREAM', key)
    for n = 1, #info, 2 do
      if info[n] == 'last-generated-id' then last = info[n + 1] end
    end
  elseif kind ~= 'none' then
    return damaged('key ' .. key .. ' holds a ' .. kind .. ', which is nothing of ours')
  end
  reply[i] = {kind, redis.call('PTTL', key), last, content}
end
return reply
