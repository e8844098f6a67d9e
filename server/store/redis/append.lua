-- The guarded append: one entry, only after the predecessor its writer decided on.
-- KEYS[1] stream; ARGV: version, hash of the predecessor, cid, hash, salt, body.
-- Answers one line: +OK, +DUP, +STALE, +GAP, +FORK, or an error that starts with BROKEN.
local version = tonumber(ARGV[1])
local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local n, hash = 0, string.rep('\0', 32)
if top then
  n = tonumber(string.match(top[1], '^(%d+)%-0$'))
  if not n then return redis.error_reply('BROKEN foreign entry ' .. top[1]) end
  hash = top[2][4]
end
if n >= version then
  local id = ARGV[1] .. '-0'
  local entry = redis.call('XRANGE', KEYS[1], id, id)[1]
  if not entry then return redis.error_reply('BROKEN removed entry ' .. id) end
  if entry[2][2] == ARGV[3] then return {ok = 'DUP'} end
  return {ok = 'STALE'}
end
if n < version - 1 then return {ok = 'GAP'} end
if hash ~= ARGV[2] then return {ok = 'FORK'} end
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'cid', ARGV[3], 'h', ARGV[4], 's', ARGV[5], 'b', ARGV[6])
return {ok = 'OK'}
