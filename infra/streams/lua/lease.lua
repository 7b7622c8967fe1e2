-- Takes a lease, or renews one's own, for a while.
-- KEYS: lease
-- ARGV: who takes it, for how many milliseconds
-- Returns 1 where it is theirs now, 0 where it is another's.

local refusal = wrong_type(KEYS[1], 'string')
if refusal then return refusal end
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
