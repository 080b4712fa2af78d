/** Nothing is broken, but everybody wants the same at once. */
import type { Fault } from "../Fault.ts"
import { sleep } from "../../rig/Wait.ts"

const editable = ["early", "anchor", "late"]

export const storms: ReadonlyArray<Fault> = [
  {
    name: "storm",
    promise: "40 clients on three deals while stages come and go: no deal that is there is not found",
    isShort: true,
    bars: { back: null },
    run: async (trial) => {
      await trial.service()
      const load = await trial.load({ before: 1, strike: () => {}, after: 0, rate: 10 })
      const { boardId } = trial.places.main
      load.resume()
      // The load alone creates three in its second only with some seeds.
      for (let missing = 3 - load.mix.deals.length; missing > 0; missing--) {
        await load.perform(
          load.mix.fixed("create", (mark) => ({
            method: "POST",
            path: "/v1/deals",
            key: mark,
            body: { boardId, name: mark }
          }))
        )
      }
      const hot = load.mix.deals.slice(0, 3)
      trial.expect(hot.length === 3, "there are no three deals to storm")
      const path = `/v1/boards/${boardId}/stages`
      let isOver = false

      const edit = async () => {
        while (!isOver) {
          const stages: Array<any> = await trial.call("GET", path).catch(() => [])
          if (stages.length === 0) continue
          const kept = stages.filter(({ region }) => editable.includes(region))
          const news = kept.filter(({ name }) => name.startsWith("Passing"))
          const first = kept.find(({ region }) => region === "early")
          // Adds an early stage, or deletes it and moves its deals to the first stage.
          const wanted =
            news.length > 2
              ? kept.filter(({ id }) => id !== news[0].id)
              : [
                  first,
                  { name: `Passing ${trial.random.below(1e6)}`, region: "early", probability: 20 },
                  ...kept.filter((one) => one !== first)
                ]
          const drafts = wanted.map(({ id, name, probability, region }) => ({
            name,
            region,
            probability,
            ...(id && { id })
          }))
          const moveDealsTo = news.length > 2 ? { moveDealsTo: { [news[0].id]: first.id } } : {}
          const op = load.mix.fixed("stages", () => ({
            method: "PUT",
            path,
            body: { stages: drafts, ...moveDealsTo }
          }))
          await load.perform(op)
          await sleep(0.1)
        }
      }
      const client = async () => {
        while (!isOver) {
          const deal = trial.random.pick(hot)
          const stages: Array<any> =
            trial.random.next() < 0.5 ? await trial.call("GET", path).catch(() => []) : []
          const to = stages.length === 0 ? undefined : trial.random.pick(stages).id
          await load.perform(
            to === undefined
              ? load.mix.fixed("patch", (mark) => ({
                  method: "PATCH",
                  path: `/v1/deals/${deal}`,
                  key: mark,
                  body: { keyTerms: mark }
                }))
              : load.mix.fixed("move", (mark) => ({
                  method: "POST",
                  path: `/v1/deals/${deal}/move`,
                  key: mark,
                  body: { toStageId: to }
                }))
          )
        }
      }
      const running = [edit(), edit(), ...Array.from({ length: 40 }, client)]
      await sleep(trial.lasts(10, 40))
      isOver = true
      await Promise.all(running)
      await load.stop(5)
    }
  },
  {
    name: "bad-receivers",
    promise: "receivers that misbehave in nine ways do not delay a good one",
    run: async (trial) => {
      const { ways } = await import("../../rig/Receiver.ts")
      // Retries wait a little; immediate retries would be the whole load.
      await trial.service({ WEBHOOK_RETRY_SCALE: "0.1" })
      const { boardId } = trial.places.main
      const strike = async () => {
        for (const way of Object.keys(ways)) {
          const url = `${trial.site.receiver.url}/${trial.name}${way}`
          await trial.call("POST", "/v1/webhooks", {
            boardId,
            url,
            events: ["deal.created", "deal.stage_changed"]
          })
        }
      }
      await trial.load({ strike, holds: trial.lasts(8, 20) })
      const [row] = await trial.query(
        `SELECT max(delivered_at - created_at) AS longest, percentile_disc(0.5) WITHIN GROUP (ORDER BY delivered_at - created_at) AS middle,
          extract(epoch FROM max(delivered_at - created_at))::float AS seconds FROM deliveries WHERE webhook_id = $1`,
        [trial.subscription!.id]
      )
      trial.note(`the good one had its events after ${row.seconds.toFixed(2)} s at most`)
      trial.expect(row.seconds < 10, "bad receivers delayed the good one")
    }
  }
]
