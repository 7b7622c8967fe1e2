-- Adds a message to a table's chat, and throws away the oldest above its cap, with their texts.
-- KEYS: stream of messages, hash of their sealed texts
-- ARGV: most messages to keep, the time (microseconds), who wrote it, the sealed text
-- Returns the message's id.

local bad = wrong_type(KEYS[1], 'stream') or wrong_type(KEYS[2], 'hash')
if bad then return bad end

local id = redis.call('XADD', KEYS[1], '*', 'a', ARGV[2], 'p', ARGV[3])
redis.call('HSET', KEYS[2], id, ARGV[4])
local excess = redis.call('XLEN', KEYS[1]) - tonumber(ARGV[1])
if excess > 0 then
  for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', excess)) do
    redis.call('XDEL', KEYS[1], entry[1])
    redis.call('HDEL', KEYS[2], entry[1])
  end
end
return id
