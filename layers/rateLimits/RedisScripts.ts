/** Lua scripts, which Redis runs atomically. They are sent by hash, or in full if Redis doesn't know the hash. */
import { type CommandParser, defineScript } from "@redis/client"
import { type LimitBucket, span, type Verdict } from "./LimitBucket.ts"

/** `now` is for tests. By default the clock of Redis is used, because the nodes' clocks may differ. */
const clock = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call("TIME")
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
now = string.format("%.0f", now)
`

/**
 * KEYS: a list of times per bucket, oldest first, at most as long as the limit. ARGV: now, window, limits. Returns the bucket that refused
 * (from 1; 0 for none), then per bucket its count and the milliseconds until it has room.
 */
const takeText = `${clock}
local span = tonumber(ARGV[2])
local refused = 0
for i, key in ipairs(KEYS) do
  local oldest = redis.call("LINDEX", key, 0)
  while oldest and tonumber(oldest) <= now - span do
    redis.call("LPOP", key)
    oldest = redis.call("LINDEX", key, 0)
  end
  if refused == 0 and redis.call("LLEN", key) >= tonumber(ARGV[i + 2]) then refused = i end
end
local reply = { refused }
for i, key in ipairs(KEYS) do
  if refused == 0 then
    redis.call("RPUSH", key, now)
    redis.call("PEXPIRE", key, span)
  end
  local oldest = redis.call("LINDEX", key, 0)
  reply[2 * i] = redis.call("LLEN", key)
  reply[2 * i + 1] = oldest and oldest + span - now or 0
end
return reply
`

/** KEYS: the processes, sorted by last heartbeat. ARGV: now, this process, and how long a silent process counts. */
const beatText = `${clock}
redis.call("ZADD", KEYS[1], now, ARGV[2])
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now - ARGV[3])
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return redis.call("ZCARD", KEYS[1])
`

/** KEYS: a number that only increases. ARGV: a number, and how many milliseconds to keep it. */
const raiseText = `
local known = redis.call("GET", KEYS[1])
if known and tonumber(known) >= tonumber(ARGV[1]) then
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
else
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
end
return 1
`

const parseCommand = (parser: CommandParser, keys: ReadonlyArray<string>, args: ReadonlyArray<string>) => {
  parser.pushKeysLength([...keys])
  parser.push(...args)
}

export const scripts = {
  take: defineScript({
    SCRIPT: takeText,
    parseCommand,
    transformReply: (reply: unknown) => reply as ReadonlyArray<number>
  }),
  beat: defineScript({ SCRIPT: beatText, parseCommand, transformReply: (reply: unknown) => Number(reply) }),
  raise: defineScript({ SCRIPT: raiseText, parseCommand, transformReply: (reply: unknown) => Number(reply) })
}

export const takeArguments = (buckets: ReadonlyArray<LimitBucket>, now: string): ReadonlyArray<string> => [
  now,
  String(span),
  ...buckets.map(({ limit }) => String(limit))
]

export const verdictOf = (
  buckets: ReadonlyArray<LimitBucket>,
  [refused = 0, ...counts]: ReadonlyArray<number>
): Verdict => ({
  refused: refused === 0 ? undefined : refused - 1,
  states: buckets.map(({ limit }, index) => ({
    limit,
    remaining: Math.max(0, limit - (counts[2 * index] ?? 0)),
    // It exceeds the window only if the clock went back, which can happen after a Redis failover.
    reset: Math.ceil(Math.min(span, counts[2 * index + 1] ?? 0) / 1000)
  }))
})
