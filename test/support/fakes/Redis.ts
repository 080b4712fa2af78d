/** The Redis of a test run, where TEST_REDIS_URL names one; each test writes under a prefix of its own. */
import { createClient } from "@redis/client"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { makeProxy } from "./Proxy.ts"

const url = process.env["TEST_REDIS_URL"]

export const isThere = url !== undefined

/** A prefix nobody else has, whose keys are gone with the scope, and a client to look at them with. */
export const site = Effect.gen(function* () {
  const prefix = `test:${randomUUID()}:`
  const client = yield* Effect.acquireRelease(
    Effect.promise(() => createClient({ url: url ?? "" }).connect()),
    (client) =>
      Effect.promise(async () => {
        const keys = await client.keys(`${prefix}*`)
        if (keys.length > 0) await client.del(keys)
        client.destroy()
      })
  )
  return { url: Redacted.make(url ?? ""), prefix, client }
})

/** A proxy on the way there, and the address it listens at. */
export const proxied = Effect.gen(function* () {
  const address = new URL(url ?? "")
  const proxy = yield* makeProxy(address.hostname, Number(address.port || 6379))
  address.hostname = "127.0.0.1"
  address.port = String(proxy.port)
  return { ...proxy, url: Redacted.make(address.toString()) }
})
