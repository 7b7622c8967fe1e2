-- Appends events to table streams and their pointers to the log, and moves a tracking position, as one step.
-- KEYS: counter, log, heads, tracking, then one table stream each
-- ARGV: number of events, name of the tracked application or '', its position, a table id for each stream,
--       then for every event: number of its stream (from 1), version, topic, state
-- Returns the first new notification id.

local events, name, position = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local streams = #KEYS - 4
local first_event = 3 + streams

if name ~= '' then
  local refusal = tracking_refused(KEYS[4], name, position)
  if refusal then return refusal end
end

local counter, bad = read(KEYS[1], 'string', redis.pcall('GET', KEYS[1]))
if bad then return bad end
counter = tonumber(counter or '0')
if not counter then return damaged('the counter ' .. KEYS[1] .. ' is not a number') end
if counter + events >= MAX_EXACT then return damaged('the notification ids are used up') end
local logged, log_refusal = top(KEYS[2])
if log_refusal then return log_refusal end
if (logged or 0) ~= counter then
  return damaged('the log ends at ' .. digits(logged or 0) .. ' and the counter says ' .. digits(counter))
end

local last = {}
for i = 1, streams do
  local table_id = ARGV[3 + i]
  local version, refusal = top(KEYS[4 + i])
  if refusal then return refusal end
  local head
  head, refusal = read(KEYS[3], 'hash', redis.pcall('HGET', KEYS[3], table_id))
  if refusal then return refusal end
  if head and not version then
    return gone('the stream of table ' .. table_id .. ' is gone, its last version was ' .. head)
  end
  if version and tonumber(head or '') ~= version then
    return damaged('table ' .. table_id .. ' ends at version ' .. digits(version)
      .. ' and its head says ' .. (head or 'nothing'))
  end
  last[i] = version
end

local at = first_event
for _ = 1, events do
  local i, version = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  if version < 0 or version >= MAX_EXACT then return conflict('a version can\'t be ' .. ARGV[at + 2]) end
  if last[i] and version ~= last[i] + 1 then
    return conflict('table ' .. ARGV[3 + i] .. ' is at version ' .. digits(last[i])
      .. ', so ' .. ARGV[at + 2] .. ' can\'t be next')
  end
  if not last[i] and version > 1 then
    return conflict('table ' .. ARGV[3 + i] .. ' has no events, so ' .. ARGV[at + 2] .. ' can\'t be its first version')
  end
  last[i] = version
  at = at + 4
end

-- From here on only writes that can't fail; what the server itself may refuse (memory, a replica, too few
-- replicas), it refuses at the first of them.
if events > 0 then redis.call('SET', KEYS[1], digits(counter + events)) end
at = first_event
for n = 1, events do
  local i, version, topic = tonumber(ARGV[at + 1]), ARGV[at + 2], ARGV[at + 3]
  local id = digits(counter + n)
  redis.call('XADD', KEYS[4 + i], version .. '-' .. id, 't', topic, 's', ARGV[at + 4])
  redis.call('XADD', KEYS[2], id .. '-0', 'o', ARGV[3 + i], 'v', version, 't', topic)
  at = at + 4
end
for i = 1, streams do
  redis.call('HSET', KEYS[3], ARGV[3 + i], digits(last[i]))
end
if name ~= '' then redis.call('HSET', KEYS[4], name, position) end
return counter + 1
