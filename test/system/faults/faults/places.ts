/** Faults outside the database: Redis, disks and file stores. */
import { Redacted } from "effect"
import type { Fault } from "../Fault.ts"
import * as Pictures from "../Pictures.ts"
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
  lacks: Redis.lacks,
  run: async (trial) => {
    const it = await Redis.start(trial)
    const service = await trial.service({ REDIS_URL: it.url })
    await trial.load({ strike: () => strike(it), holds: 6, heal: () => heal(it) })
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
      await Pictures.load(trial, {
        strike: proxy.cut,
        holds: 3,
        heal: proxy.restore
      })
    }
  }
]
