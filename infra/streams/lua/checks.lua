-- Stands before every other script. Each check returns an error reply, or nil where all is well: a script
-- runs all its checks before its first write, because Redis does not take back what a failing script wrote.

local MAX_EXACT = 9007199254740992 -- 2^53: above it Lua's numbers skip integers

local function conflict(text) return redis.error_reply('SOULSCONFLICT ' .. text) end
local function gone(text) return redis.error_reply('SOULSGONE ' .. text) end
local function damaged(text) return redis.error_reply('SOULSDAMAGED ' .. text) end

local function digits(number) return string.format('%.0f', number) end

-- The key is absent or holds a value of that type.
local function wrong_type(key, type)
  local found = redis.call('TYPE', key).ok
  if found ~= 'none' and found ~= type then
    return damaged('key ' .. key .. ' holds a ' .. found .. ' where a ' .. type .. ' belongs')
  end
end

-- What a read of one value replied, and a refusal where the key holds another type: cheaper than asking first.
local function read(key, type_name, reply)
  if type(reply) == 'table' then return nil, wrong_type(key, type_name) or reply end
  return reply, nil
end

-- The tracking hash is sound, and `position` is beyond what is stored for `name`.
local function tracking_refused(key, name, position)
  local bad = wrong_type(key, 'hash')
  if bad then return bad end
  local stored = redis.call('HGET', key, name)
  if not stored then return nil end
  if not tonumber(stored) then return damaged('the tracking position of ' .. name .. ' is not a number') end
  if tonumber(stored) >= tonumber(position) then
    return conflict('the tracking position of ' .. name .. ' is ' .. stored .. ', so ' .. position .. ' is not ahead')
  end
end

-- First part of the last id that a stream ever held, nil where there is no key; then a refusal, or nil.
local function top(key)
  local info = redis.pcall('XINFO', 'STREAM', key)
  if info.err then
    if redis.call('EXISTS', key) == 0 then return nil, nil end
    return nil, wrong_type(key, 'stream') or info
  end
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then return tonumber(string.match(info[i + 1], '^%d+')), nil end
  end
  return nil, damaged('the server does not tell the last id of ' .. key)
end
