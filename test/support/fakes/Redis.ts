/** The Redis at TEST_REDIS_URL, if set; each test has its own key prefix. */
import { createClient } from "@redis/client"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { makeProxy } from "./Proxy.ts"

const url = process.env["TEST_REDIS_URL"]

export const isThere = url !== undefined

export const address = Redacted.make(url ?? "")

/** A unique prefix, whose keys are deleted with the scope, and a client to inspect them. */
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
  return { url: address, prefix, client }
})

/** Deletes the keys that begin with `prefix`, as a Redis that was started anew has none. */
export const forget = (prefix: string) =>
  Effect.promise(async () => {
    const client = await createClient({ url: url ?? "" }).connect()
    const keys = await client.keys(`${prefix}*`)
    if (keys.length > 0) await client.del(keys)
    client.destroy()
  })

/** A proxy in front of Redis, and its URL. */
export const proxied = Effect.gen(function* () {
  const address = new URL(url ?? "")
  const proxy = yield* makeProxy(address.hostname, Number(address.port || 6379))
  address.hostname = "127.0.0.1"
  address.port = String(proxy.port)
  return { ...proxy, url: Redacted.make(address.toString()) }
})
