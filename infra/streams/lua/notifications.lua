-- Reads the log of pointers and what they point to, in one round trip.
-- KEYS: log
-- ARGV: what the keys of table streams start with, first notification id, last one or '+', most notifications
--       to return, most pointers to look at, then the wanted topics (none: all)
-- The table streams are not in KEYS, since the pointers name them; they share the log's hash tag.
-- Returns {last id looked at ('' for none), '1' where the log or the range ended, then for every notification:
--          table id, '<version>-<notification id>', topic, state (nil where the table's stream is gone)}.

local prefix, stop, limit, budget = ARGV[1], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local wanted = nil
if #ARGV > 5 then
  wanted = {}
  for i = 6, #ARGV do wanted[ARGV[i]] = true end
end

local bad = wrong_type(KEYS[1], 'stream')
if bad then return bad end

-- table id, version, topic of a pointer; nil where it is damaged
local function pointed(fields)
  if #fields == 6 and fields[1] == 'o' and fields[3] == 'v' and fields[5] == 't' then
    return fields[2], fields[4], fields[6]
  end
end

local reply = {'', '0'}
local found, looked, from = 0, 0, ARGV[2]

while found < limit and looked < budget do
  local count = math.min(budget - looked, wanted and 500 or limit - found)
  local page = redis.call('XRANGE', KEYS[1], from, stop, 'COUNT', count)
  local i = 1
  while i <= #page and found < limit do
    local id = string.match(page[i][1], '^%d+')
    local table_id, version, topic = pointed(page[i][2])
    if not table_id then return damaged('the log\'s pointer ' .. id .. ' is not readable') end
    reply[1] = id
    local run = {{id, version, topic}}
    if wanted and not wanted[topic] then
      run = {}
    else
      -- Neighbours in one table come with one read.
      while i + #run <= #page and found + #run < limit do
        local other, other_version, other_topic = pointed(page[i + #run][2])
        if other ~= table_id or tonumber(other_version) ~= tonumber(version) + #run then break end
        if wanted and not wanted[other_topic] then break end
        run[#run + 1] = {string.match(page[i + #run][1], '^%d+'), other_version, other_topic}
      end
      reply[1] = run[#run][1]
      local key = prefix .. table_id
      bad = wrong_type(key, 'stream')
      if bad then return bad end
      local entries = redis.call('XRANGE', key, version, run[#run][2])
      local absent = #entries == 0 and redis.call('EXISTS', key) == 0
      for k = 1, #run do
        local entry_id = run[k][2] .. '-' .. run[k][1]
        local entry = entries[k]
        local state = false
        if not absent then
          if not entry or entry[1] ~= entry_id then
            return damaged('notification ' .. run[k][1] .. ' points to version ' .. run[k][2] .. ' of table '
              .. table_id .. ', which is not there')
          end
          local fields = entry[2]
          if #fields ~= 4 or fields[1] ~= 't' or fields[3] ~= 's' then
            return damaged('version ' .. run[k][2] .. ' of table ' .. table_id .. ' is not readable')
          end
          state = fields[4]
        end
        reply[#reply + 1] = table_id
        reply[#reply + 1] = entry_id
        reply[#reply + 1] = run[k][3]
        reply[#reply + 1] = state
      end
      found = found + #run
    end
    local step = math.max(#run, 1)
    i, looked = i + step, looked + step
  end
  if i > #page and #page < count then
    reply[2] = '1'
    break
  end
  from = '(' .. reply[1] .. '-0'
end
return reply
