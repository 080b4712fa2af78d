/** Sample deals for an empty board, with one button to load them and another to remove them. */
import { Effect } from "effect"
import { now } from "../../../../layers/runtime/Now.ts"
import type { BoardStage } from "../../../../schema/Stage.ts"
import * as SampleDeals from "../../../deals/rules/SampleDeals.ts"
import { callOperation } from "../CallOperation.ts"
import { html, type Html } from "../Html.ts"
import * as BrowserSession from "../BrowserSession.ts"
import type { PageContext } from "../frame/PageContext.ts"
import * as WorkspacePage from "../frame/WorkspacePage.ts"
import { say } from "../i18n/Words.ts"

const importDeals = callOperation("imports.deals")
const listDeals = callOperation("deals.list")
const removeDeal = callOperation("deals.delete")
const stagesOf = callOperation("boards.stages")

/** The label of all sample deals, which distinguishes them from real ones. */
export const label = "Example"

const day = 86_400_000

/** Maps the seven stages of the samples to a board with fewer or more stages. */
const stageOf = ({ stage }: SampleDeals.Sample, stages: ReadonlyArray<typeof BoardStage.Encoded>) => {
  if (stage === 5) return stages.find(({ region }) => region === "won")
  if (stage === 6) return stages.find(({ region }) => region === "dead")
  const open = stages.filter(({ region }) => region !== "won" && region !== "dead")
  return open[Math.round((stage / 4) * (open.length - 1))]
}

const load = WorkspacePage.form("/boards/:id/example", {
  run: Effect.fnUntraced(function* (context) {
    const boardId = context.param("id")
    const stages = yield* stagesOf({ id: boardId })
    const at = Date.parse(yield* now)
    const rows = SampleDeals.samples.map((sample, index) => ({
      externalId: `example-${boardId}-${index + 1}`,
      name: sample.name,
      company: sample.company,
      primaryContactName: sample.contact,
      ...(sample.email !== undefined && { primaryContactEmail: sample.email }),
      ...(sample.cents !== null && { amountCents: sample.cents }),
      labels: [...(sample.labels ?? []), label],
      stage: stageOf(sample, stages)?.name ?? "",
      ...SampleDeals.planOf(sample, at),
      createdAt: new Date(at - sample.age * day).toISOString()
    }))
    const { created } = yield* importDeals({ boardId, rows })
    return { to: `/boards/${boardId}`, notice: say.start.loaded(created) }
  })
})

const remove = WorkspacePage.form("/boards/:id/example/remove", {
  run: Effect.fnUntraced(function* (context) {
    const boardId = context.param("id")
    const { data } = yield* listDeals({ boardId, label, status: "all", limit: 100 })
    const examples = data.filter(({ externalId }) => externalId?.startsWith(`example-${boardId}-`) === true)
    yield* Effect.forEach(examples, ({ id }) => removeDeal({ id }), { discard: true })
    return { to: `/boards/${boardId}`, notice: say.start.removed(examples.length) }
  })
})

/** The bar above a board with sample deals. It has no idempotency key, because each deletion would share it. */
export const bar = (context: PageContext, boardId: string): Html =>
  html`<form class="offer" method="post" action="/boards/${boardId}/example/remove">
    ${BrowserSession.hidden(context.visit)}
    <p>${say.start.isExample}</p>
    <button class="quiet" type="submit">${say.start.remove}</button>
  </form>`

export const routes = [load, remove]
