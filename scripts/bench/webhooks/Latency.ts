/** One hung receiver and one that fails nine times beside 20 healthy ones, 200 events a second for a minute. */
import { listen, type Receiver } from "./Receiver.ts"
import { each, open, percentile, type Send, sender, sleep, until } from "./Site.ts"

const healthy = 20

interface Board {
  readonly receiver: Receiver
  readonly deals: ReadonlyArray<string>
  readonly stages: ReadonlyArray<{ readonly id: string }>
  moved: number
}

const makeBoard = async (send: Send, index: number, receiver: Receiver): Promise<Board> => {
  const { body: board } = await send("POST", "/v1/boards", { name: `Board ${index}` })
  await send("POST", "/v1/webhooks", { boardId: board.id, url: receiver.url, events: ["deal.stage_changed"] })
  const { body: stages } = await send("GET", `/v1/boards/${board.id}/stages`)
  const deals: Array<string> = []
  for (let deal = 0; deal < 20; deal++) {
    deals.push((await send("POST", "/v1/deals", { boardId: board.id, name: `Deal ${deal}` })).body.id)
  }
  return { receiver, deals, stages, moved: 0 }
}

/** When each move was answered, by deal and time. */
type Answers = Map<string, number>

const move = async (send: Send, board: Board, answers: Answers) => {
  const turn = board.moved++
  const toStageId = board.stages[(Math.floor(turn / board.deals.length) + 1) % 5]!.id
  const { body, status } = await send("POST", `/v1/deals/${board.deals[turn % board.deals.length]}/move`, {
    toStageId
  })
  if (status !== 200) throw new Error(`A move was answered ${status}`)
  answers.set(`${body.id} ${body.stageEnteredAt}`, Date.now())
}

const spread = (values: ReadonlyArray<number>) => ({
  p50: Math.round(percentile(values, 0.5)),
  p99: Math.round(percentile(values, 0.99)),
  max: Math.round(percentile(values, 1))
})

export const latency = async (perSecond = 200, seconds = 60) => {
  const site = await open()
  try {
    const { token } = site.workspace()
    const service = await site.start({ WEBHOOK_RETRY_SCALE: "0.0001" })
    const send = sender(() => service.url, token)
    const hung = await listen(() => {})
    const failing = await listen((response, count) => void response.writeHead(count < 9 ? 500 : 200).end())
    const receivers = [hung, failing, ...(await Promise.all(Array.from({ length: healthy }, () => listen())))]
    const boards: Array<Board> = []
    await each(receivers.length, 4, async (index) => {
      boards[index] = await makeBoard(send, index, receivers[index]!)
    })
    const answers: Answers = new Map()
    const apiMillis: Array<number> = []
    const calls: Array<Promise<void>> = []
    const before = { cpu: service.cpu(), bench: process.cpuUsage() }
    const began = Date.now()
    for (let event = 0; event < perSecond * seconds; event++) {
      const wait = began + (event * 1000) / perSecond - Date.now()
      if (wait > 1) await sleep(wait)
      const asked = performance.now()
      calls.push(
        move(send, boards[event % boards.length]!, answers).then(
          () => void apiMillis.push(performance.now() - asked)
        )
      )
    }
    await Promise.all(calls)
    const took = (Date.now() - began) / 1000
    const bench = process.cpuUsage(before.bench)
    const cpuSeconds = {
      wall: took,
      service: service.cpu() - before.cpu,
      loadAndReceivers: (bench.user + bench.system) / 1e6
    }
    const of = (board: Board) => new Set(board.receiver.got.map(({ id }) => id)).size
    const well = boards.slice(2)
    const healthyDone = await until(() => well.every((board) => of(board) === board.moved), 30)
    const delivered = (board: Board) =>
      [...Map.groupBy(board.receiver.got, ({ id }) => id).values()].filter((tries) => tries.length >= 10)
        .length
    const failingDone = await until(() => delivered(boards[1]!) === boards[1]!.moved, 240)
    const got = well.flatMap(({ receiver }) => receiver.got)
    const millis = got.map(({ at, payload }) => at - Date.parse(payload.changed_at))
    const afterAnswer = got.map(
      ({ at, payload }) => at - (answers.get(`${payload.deal_id} ${payload.changed_at}`) ?? NaN)
    )
    for (const receiver of receivers) receiver.close()
    return {
      events: perSecond * seconds,
      perSecond: Math.round((perSecond * seconds) / took),
      healthy: {
        sent: well.reduce((sum, { moved }) => sum + moved, 0),
        received: millis.length,
        healthyDone
      },
      // The commit happens between the stamp and the answer.
      stampToReceiptMillis: spread(millis),
      answerToReceiptMillis: spread(afterAnswer),
      apiMillis: spread(apiMillis),
      failing: { events: boards[1]!.moved, tries: failing.got.length, failingDone },
      cpuSeconds,
      hung: { events: boards[0]!.moved, tries: hung.got.length }
    }
  } finally {
    await site.close()
  }
}
