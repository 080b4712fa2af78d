/** Measures how fast a backlog goes out, to one receiver and to 20, while the API serves requests. */
import { listen } from "./Receiver.ts"
import { open, percentile, type Send, sender, sleep, until } from "./Site.ts"

const backlog = 10_000

/** Lists deals 50 times a second and creates ten a second, until told to stop. */
const useApi = (send: Send, boardId: string) => {
  const reads: Array<number> = []
  const writes: Array<number> = []
  let isRunning = true
  const loop = async (millis: number, into: Array<number>, call: () => Promise<unknown>) => {
    while (isRunning) {
      const began = performance.now()
      await call()
      into.push(performance.now() - began)
      await sleep(Math.max(0, millis - (performance.now() - began)))
    }
  }
  const loops = Promise.all([
    loop(20, reads, () => send("GET", "/v1/deals?limit=25")),
    loop(100, writes, () => send("POST", "/v1/deals", { boardId, name: "Deal" }))
  ])
  return async () => {
    isRunning = false
    await loops
    return {
      readP50: percentile(reads, 0.5),
      readP99: percentile(reads, 0.99),
      writeP99: percentile(writes, 0.99)
    }
  }
}

const run = async (count: number) => {
  const site = await open()
  try {
    const { boardId, token } = site.workspace()
    const service = await site.start()
    const send = sender(() => service.url, token)
    const { body: other } = await send("POST", "/v1/boards", { name: "Subscribed" })
    const receivers = await Promise.all(Array.from({ length: count }, () => listen()))
    for (const { url } of receivers) {
      await send("POST", "/v1/webhooks", { boardId: other.id, url, events: ["deal.created"] })
    }
    await site.query("UPDATE webhooks SET paused_until = '2100-01-01'")
    await send("POST", "/v1/deals", { boardId: other.id, name: "One" })
    await site.query(
      `INSERT INTO deliveries SELECT d.workspace_id, gen_random_uuid(), d.webhook_id, d.event, d.body, d.status,
        d.by_hand, d.tries, d.due_at, d.attempts, d.created_at, d.delivered_at
       FROM deliveries d, generate_series(2, $1::int)`,
      [backlog / count]
    )
    const stop = useApi(send, boardId)
    await sleep(2000)
    await site.query("UPDATE webhooks SET paused_until = NULL")
    const isDone = await until(() => receivers.every(({ got }) => got.length === backlog / count), 120)
    const api = await stop()
    const times = receivers.flatMap(({ got }) => got.map(({ at }) => at))
    const seconds = (Math.max(...times) - Math.min(...times)) / 1000
    for (const receiver of receivers) receiver.close()
    return {
      receivers: count,
      isDone,
      deliveries: times.length,
      perSecond: Math.round(times.length / seconds),
      api
    }
  } finally {
    await site.close()
  }
}

export const throughput = async (...receivers: ReadonlyArray<number>) => {
  const results: Array<Awaited<ReturnType<typeof run>>> = []
  for (const count of receivers.length === 0 ? [1, 20] : receivers) results.push(await run(count))
  return results
}
