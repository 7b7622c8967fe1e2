-- Moves a tracking position forward.
-- KEYS: tracking
-- ARGV: name of the tracked application, position

local refusal = tracking_refused(KEYS[1], ARGV[1], ARGV[2])
if refusal then return refusal end
return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
