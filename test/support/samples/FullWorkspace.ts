/** A workspace with something of everything, made through the service's own surfaces. */
import { Effect, Schedule, type Scope } from "effect"
import type { Services } from "../../../scripts/admin/command/Services.ts"
import { makeReceiver } from "../fakes/Receiver.ts"
import { run as admin } from "../server/Admin.ts"
import * as SignedIn from "../pages/SignedIn.ts"
import { as, created, member, ok, workspace } from "../server/Contract.ts"
import type { TestService } from "../server/TestService.ts"
import { gallery } from "./LeadSamples.ts"

const made = Effect.gen(function* () {
  const receiver = yield* makeReceiver()
  const source = yield* workspace()
  const { board } = source
  const at = { workspace: source.workspace.id }
  const bo = yield* member(source.workspace.id, "member")
  const gone = yield* member(source.workspace.id, "viewer")
  yield* admin("member remove", { ...at, user: gone.id })
  const form = yield* admin("form token", { board: board.id })
  const mail = yield* admin("inbound address", { board: board.id })
  const events = ["deal.created", "deal.won", "deal.stage_changed", "lead.created"]
  const hook = yield* created(source.post("/v1/webhooks", { boardId: board.id, url: receiver.url, events }))
  yield* ok(source.post(`/v1/webhooks/${hook.id}/rotate-secret`))
  const fields = {
    boardId: board.id,
    amountCents: 9_007_199_254_740_991,
    labels: ["ä", "\\u0000 or not", "🦊"]
  }
  const deal = yield* created(
    source.post("/v1/deals", { ...fields, name: 'Träger "A" \\ B', company: "Ömer\u2028" })
  )
  const other = yield* created(bo.post("/v1/deals", { boardId: board.id, name: "B", amountCents: 1 }))
  const stages = yield* ok(source.get(`/v1/boards/${board.id}/stages`))
  const goals = { proposals: null, deals_won: 2, deal_value: null }
  for (const more of [{ period: "quarter" }, { ownerId: source.user.id }])
    yield* ok(source.put(`/v1/boards/${board.id}/goals`, { ...goals, ...more }))
  const idOf = (region: string) => stages.find((stage: any) => stage.region === region).id
  yield* ok(source.post(`/v1/deals/${deal.id}/move`, { toStageId: idOf("anchor") }))
  yield* ok(source.post(`/v1/deals/${deal.id}/move`, { toStageId: idOf("won") }))
  yield* created(source.post(`/v1/deals/${deal.id}/notes`, { contentText: "Called them\n\u{1F600}" }))
  const edited = yield* ok(source.patch(`/v1/deals/${other.id}`, { name: "C" }, { "idempotency-key": "one" }))
  yield* ok(source.delete(`/v1/deals/${edited.id}`))
  const lead = yield* created(source.post("/v1/leads", { firstName: "Sabine", message: "Hello\r\nthere" }))
  const again = yield* created(source.post("/v1/leads", { firstName: "Sabine" }))
  yield* ok(source.post(`/v1/leads/${again.id}/merge`, { intoId: lead.id }))
  const { url: pictures } = yield* gallery
  const enrichment = { status: "complete", score: 10.5, screenshot: `${pictures}/a.png`, "1": "x", a: [1e21] }
  const enriched = yield* ok(source.patch(`/v1/leads/${lead.id}`, { enrichment }))
  yield* ok(source.post(`/f/${form.token}`, { firstName: "Bo", message: "From a website" }))
  const templates = (yield* ok(source.get("/v1/templates"))).data
  yield* ok(source.post(`/v1/templates/${templates[0].id}/use`, { deal_id: deal.id }))
  const browser = yield* SignedIn.browserOf(source.user.id)
  yield* Effect.promise(async () =>
    browser.submitTo(await browser.open("/deals?label=ä"), "/views/deals", { name: "Ä", shared: "yes" })
  )
  const key = yield* admin("key create", { ...at, user: source.user.id, name: "Scout" })
  yield* admin("rules set", { ...at, credential: key.apiKey.id, rules: '{"default":"ask"}' })
  const asking = yield* as(key.apiKey.token)
  yield* ok(asking.post("/v1/deals", { boardId: board.id, name: "Asked for" }), 202)
  const last = (yield* ok(source.get("/v1/audit?limit=100"))).data.find(
    ({ operation }: any) => operation === "deals.delete"
  )
  yield* ok(source.post("/v1/undo", { entryId: last.id }))
  yield* ok(source.get("/v1/events"))
  yield* Effect.repeat(ok(source.get(`/v1/webhooks/${hook.id}/deliveries?limit=100`)), {
    until: ({ data }: any) => data.every(({ status }: any) => status === "delivered"),
    schedule: Schedule.spaced("50 millis"),
    times: 200
  })
  return { source, at, bo, board, deal, lead: enriched, form, mail, hook, receiver }
})

type Made = Effect.Success<typeof made>

export const make = made as Effect.Effect<Made, never, Services | TestService | Scope.Scope>
