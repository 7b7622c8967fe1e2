-- Removes the stream of a table whose events are elsewhere by now, unless it has moved on meanwhile.
-- KEYS: table stream, heads
-- ARGV: table id, its last version

local bad = wrong_type(KEYS[2], 'hash')
if bad then return bad end
local version, refusal = top(KEYS[1])
if refusal then return refusal end
local head = redis.call('HGET', KEYS[2], ARGV[1])
if not version then return gone('the stream of table ' .. ARGV[1] .. ' is gone already') end
if version ~= tonumber(ARGV[2]) or head ~= ARGV[2] then
  return conflict('table ' .. ARGV[1] .. ' is at version ' .. digits(version) .. ', not ' .. ARGV[2])
end
return redis.call('UNLINK', KEYS[1])
