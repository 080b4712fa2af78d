/** Faults outside the database: Redis, disks and file stores. */
import { Redacted } from "effect"
import type { Fault } from "../Fault.ts"
import { screenshot } from "../Pictures.ts"
import * as Redis from "../Redis.ts"
import { makeProxy } from "../../../support/fakes/Proxy.ts"
import { makeS3 } from "../../../support/fakes/S3.ts"

const away = (
  name: string,
  how: string,
  strike: (server: Redis.Server) => unknown,
  heal: (server: Redis.Server) => unknown
): Fault => ({
  name: `redis-${name}`,
  promise: `Redis is ${how}: no request fails`,
  before: "0 bad of 3,452",
  lacks: Redis.lacks,
  run: async (trial) => {
    const it = await Redis.start(trial)
    const service = await trial.service({ REDIS_URL: it.url })
    await trial.load({ strike: async () => strike(it), holds: 6, heal: async () => heal(it) })
    const bad = trial.ledger.tries.filter(({ status = 0 }) => status >= 500 || status === 0 || status === 429)
    trial.expect(bad.length === 0, `${bad.length} requests failed for want of Redis`)
    trial.expect(/Redis/u.test(service.said), "the log does not say that Redis is away")
  }
})

export const places: ReadonlyArray<Fault> = [
  away(
    "killed",
    "killed",
    (it) => it.kill("SIGKILL"),
    (it) => it.start()
  ),
  away(
    "silent",
    "silent",
    ({ proxy }) => proxy.silence(),
    ({ proxy }) => proxy.restore()
  ),
  away(
    "stopped",
    "stopped (SIGSTOP)",
    (it) => it.kill("SIGSTOP"),
    (it) => it.kill("SIGCONT")
  ),
  {
    name: "s3-away",
    promise:
      "the store of files is away: 503 for a picture, the rest goes on, and the same key works once it is back",
    before: "–",
    run: async (trial) => {
      const store = await trial.use(makeS3)
      const proxy = await trial.use(makeProxy("127.0.0.1", Number(new URL(store.endpoint).port)))
      await trial.service({
        S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
        S3_REGION: store.region,
        S3_BUCKET: store.bucket,
        S3_ACCESS_KEY_ID: store.accessKeyId,
        S3_SECRET_ACCESS_KEY: Redacted.value(store.secretAccessKey)
      })
      const send = await screenshot(trial)
      let first: Awaited<ReturnType<typeof send>> | undefined
      const strike = async () => {
        proxy.cut()
        first = await send()
      }
      await trial.load({ strike, holds: 3, heal: async () => proxy.restore() })
      const second = await send()
      trial.note(`a picture: ${first!.status} while away, ${second.status} after`)
      trial.expect(
        first!.status === 503 && first!.retryAfter !== undefined,
        `a picture without its store: ${first!.status} ${first!.text.slice(0, 100)}`
      )
      trial.expect(
        second.status === 200,
        `the same key once it is back: ${second.status} ${second.text.slice(0, 100)}`
      )
    }
  }
]
