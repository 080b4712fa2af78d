/** Kills the service (SIGKILL) during 1,000 moves under load: no event of an acknowledged move is lost. */
import { listen } from "./Receiver.ts"
import { each, open, sender, sleep, until } from "./Site.ts"

const moves = 1000
const deals = 100

export const crash = async () => {
  const site = await open()
  try {
    const { boardId, token } = site.workspace()
    let service = await site.start()
    const send = sender(() => service.url, token)
    const receiver = await listen()
    await send("POST", "/v1/webhooks", { boardId, url: receiver.url, events: ["deal.stage_changed"] })
    const { body: stages } = await send("GET", `/v1/boards/${boardId}/stages`)
    const ids: Array<string> = []
    await each(deals, 8, async (index) => {
      ids[index] = (await send("POST", "/v1/deals", { boardId, name: `Deal ${index}` })).body.id
    })
    const acknowledged = new Set<string>()
    let broken = 0
    let restart: Promise<void> | undefined
    const kill = async () => {
      await service.kill("SIGKILL")
      service = await site.start()
    }
    const move = async (id: string, toStageId: string): Promise<void> => {
      try {
        const { body, status } = await send("POST", `/v1/deals/${id}/move`, { toStageId })
        if (status === 200) acknowledged.add(`${body.id} ${body.stageEnteredAt}`)
      } catch {
        broken += 1
        await sleep(50)
        await restart
        await move(id, toStageId)
      }
    }
    await each(moves, 16, async (index) => {
      if (index === moves / 2) restart = kill()
      await move(ids[index % deals]!, stages[(Math.floor(index / deals) + 1) % 5].id)
    })
    const restarted = Date.now()
    const keyOf = ({ payload }: { readonly payload: any }) => `${payload.deal_id} ${payload.changed_at}`
    const missing = () => {
      const seen = new Set(receiver.got.map(keyOf))
      return [...acknowledged].filter((key) => !seen.has(key)).length
    }
    const isDone = await until(() => missing() === 0, 60)
    const seconds = (Date.now() - restarted) / 1000
    const idsOf = new Map<string, Set<string>>()
    for (const one of receiver.got) {
      idsOf.set(keyOf(one), (idsOf.get(keyOf(one)) ?? new Set()).add(one.id))
    }
    receiver.close()
    return {
      acknowledged: acknowledged.size,
      brokenRequests: broken,
      missing: missing(),
      received: receiver.got.length,
      distinct: idsOf.size,
      movesWithMoreThanOneId: [...idsOf.values()].filter((ids) => ids.size > 1).length,
      completeAfterRestartSeconds: isDone ? seconds : null
    }
  } finally {
    await site.close()
  }
}
