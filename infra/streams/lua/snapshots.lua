-- Adds snapshots, in any order of versions, no version twice.
-- KEYS: a sorted set for each table
-- ARGV: a table id for each key, then for every snapshot: number of its key (from 1), version, record

for i = 1, #KEYS do
  local refusal = wrong_type(KEYS[i], 'zset')
  if refusal then return refusal end
end

local seen = {}
for at = #KEYS + 1, #ARGV, 3 do
  local i, version = tonumber(ARGV[at]), ARGV[at + 1]
  local name = i .. ' ' .. version
  if seen[name] or redis.call('ZCOUNT', KEYS[i], version, version) > 0 then
    return conflict('table ' .. ARGV[i] .. ' has a snapshot at version ' .. version)
  end
  seen[name] = true
end

for at = #KEYS + 1, #ARGV, 3 do
  redis.call('ZADD', KEYS[tonumber(ARGV[at])], ARGV[at + 1], ARGV[at + 2])
end
return 1
