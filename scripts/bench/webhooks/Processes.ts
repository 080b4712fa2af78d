/** Two services on one database: 5,000 deliveries, none twice; then one is killed, and the other takes over. */
import { listen } from "./Receiver.ts"
import { each, open, sender, sleep, until } from "./Site.ts"

const subscriptions = 20
const deals = 250

export const processes = async () => {
  const site = await open()
  try {
    const { boardId, token } = site.workspace()
    const services = [await site.start(), await site.start()]
    let turn = 0
    const send = sender(() => services[turn++ % services.length]!.url, token)
    const receivers = await Promise.all(
      Array.from({ length: subscriptions }, () =>
        listen((response) => setTimeout(() => response.writeHead(204).end(), 5))
      )
    )
    for (const { url } of receivers) {
      await send("POST", "/v1/webhooks", { boardId, url, events: ["deal.created"] })
    }
    const holders = new Set<string>()
    const watch = async () => {
      const rows = await site.query("SELECT DISTINCT leased_by FROM webhooks WHERE leased_until > now()")
      for (const { leased_by } of rows) holders.add(leased_by)
    }
    const create = (count: number) =>
      each(count, 8, async (index) => {
        // The killed process does not answer some of these.
        await send("POST", "/v1/deals", { boardId, name: `Deal ${index}` }).catch(() => {})
      })
    const total = () => receivers.reduce((sum, { got }) => sum + got.length, 0)
    const distinct = () => new Set(receivers.flatMap(({ got }) => got.map(({ id }) => id))).size
    const began = Date.now()
    const creating = create(deals)
    const isDone = await until(async () => {
      await watch()
      return distinct() === subscriptions * deals
    }, 120)
    const seconds = (Date.now() - began) / 1000
    await creating
    await sleep(3000)
    const first = { deliveries: distinct(), requests: total(), holders: holders.size, isDone, seconds }

    const again = create(50)
    await until(() => distinct() > subscriptions * deals + 100, 30)
    await services.pop()!.kill("SIGKILL")
    const killed = Date.now()
    await again
    const [row] = await site.query("SELECT count(*)::int AS count FROM deliveries")
    const taken = await until(() => distinct() === row.count, 60)
    for (const receiver of receivers) receiver.close()
    return {
      ...first,
      afterKill: {
        deliveries: distinct(),
        written: row.count,
        sentTwice: total() - distinct(),
        takenOverSeconds: taken ? (Date.now() - killed) / 1000 : null
      }
    }
  } finally {
    await site.close()
  }
}
