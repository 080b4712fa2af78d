/** Writes of every kind, to see what the audit log makes of them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Grants } from "../../../layers/identity/oauth/Grants.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Rehearsals } from "../../../layers/identity/rehearsals/Rehearsals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import * as Scope from "../../../schema/Scope.ts"
import { Call } from "../../../src/invocation/Call.ts"
import { routed } from "../../../src/Registry.ts"
import { callOperation } from "../../../src/surfaces/web/CallOperation.ts"
import { run as admin } from "../server/Admin.ts"
import { type Api, created, ok, type workspace } from "../server/Contract.ts"
import * as Requests from "../server/Requests.ts"

type Mine = Effect.Success<ReturnType<typeof workspace>>

export const writes = routed.filter(({ kind }) => kind !== "read")

/** The board's stages renamed and with a new one in the place of the first, whose deals move to the anchor. */
const otherStages = Effect.fnUntraced(function* (api: Api, board: string) {
  const stages: ReadonlyArray<any> = yield* ok(api.get(`/v1/boards/${board}/stages`))
  const [first, ...rest] = stages.filter(({ region }) => !["won", "dead"].includes(region))
  const kept = rest.map(({ id, name, probability, region }) => ({
    id,
    name: `${name}!`,
    probability,
    region
  }))
  return {
    stages: [{ name: "Fresh", region: "early" }, ...kept],
    moveDealsTo: { [first.id]: rest.find(({ region }) => region === "anchor").id }
  }
})

/** An operation's example, on records of its own. */
export const example = Effect.fnUntraced(function* (mine: Mine, operation: (typeof writes)[number]) {
  const ids = yield* Requests.fixtures(mine, routed)
  const request = Requests.requestOf(operation, ids)
  return operation.id === "boards.replaceStages"
    ? { ...request, body: yield* otherStages(mine, ids["board"]!) }
    : request
})

/** Each operation with a route once, by its example. */
const examples = Effect.fnUntraced(function* (mine: Mine, all: typeof writes) {
  for (const operation of all) {
    // A board of its own, which takes only so many subscriptions to one URL.
    yield* created(mine.post("/v1/boards", { name: operation.id }))
    const answer = yield* Requests.send(mine, yield* example(mine, operation))
    assert.include([200, 201], answer.status, `${operation.id}: ${answer.text}`)
  }
})

/** What examples leave out: each field by itself, to a value and back to none. */
const deals = Effect.fnUntraced(function* (mine: Mine, owner: string) {
  const boardId = mine.board.id
  const stages: ReadonlyArray<any> = yield* ok(mine.get(`/v1/boards/${boardId}/stages`))
  const stage = (region: string) => stages.find((one) => one.region === region).id
  const make = (more: object) => created(mine.post("/v1/deals", { boardId, name: "Fleet", ...more }))
  const { id } = yield* make({ stageId: stage("won"), ownerId: owner, labels: ["a", "b"] })
  const contact = ["Name", "Title", "Email", "Phone", "Linkedin"].map((name) => `primaryContact${name}`)
  const texts = ["company", "keyTerms", "nextStep", ...contact]
  const valueOf = (name: string) =>
    name.endsWith("Email")
      ? "mia@acme.example"
      : name.endsWith("in")
        ? "https://linkedin.example/mia"
        : "Text"
  for (const name of texts) yield* ok(mine.patch(`/v1/deals/${id}`, { [name]: valueOf(name) }))
  for (const name of texts) yield* ok(mine.patch(`/v1/deals/${id}`, { [name]: null }))
  for (const nextStepAt of ["2026-05-08", null]) yield* ok(mine.patch(`/v1/deals/${id}`, { nextStepAt }))
  for (const edit of [{ amountCents: null }, { amountCents: 7 }, { labels: [] }, { stageId: stages[1].id }]) {
    yield* ok(mine.patch(`/v1/deals/${id}`, edit))
  }
  for (const region of ["late", "dead", "early", "won", "anchor"]) {
    yield* ok(mine.post(`/v1/deals/${id}/move`, { toStageId: stage(region), note: `To ${region}` }))
  }
  const others = [yield* make({ amountCents: 100 }), yield* make({ amountCents: null })]
  const ids = [id, ...others.map((deal) => deal.id)]
  const bulk = { ids, ownerId: owner, addLabels: ["x"], amountPercent: -2.5 }
  yield* ok(mine.post("/v1/deals/bulk-update", bulk))
  yield* ok(mine.post("/v1/deals/bulk-move", { ids, toStageId: stage("won"), note: "All" }))
  const note = yield* created(mine.post(`/v1/deals/${id}/notes`, { contentText: "One" }))
  yield* ok(mine.patch(`/v1/notes/${note.id}`, { contentText: "Two" }))
  yield* ok(mine.delete(`/v1/notes/${note.id}`))
  yield* ok(mine.delete(`/v1/deals/${id}`))
  yield* ok(mine.post(`/v1/deals/${id}/restore`))
  yield* ok(mine.delete(`/v1/deals/${ids[1]}`))
  for (const externalId of ["a", "b", null]) yield* ok(mine.patch(`/v1/deals/${id}`, { externalId }))
  const row = { externalId: "c", name: "Old", createdAt: "2024-01-05", labels: ["x"] }
  for (const more of [{}, { status: "won", closedAt: "2024-02-01", amount: "5" }, { stage: "New" }])
    yield* ok(mine.post("/v1/imports/deals", { rows: [{ ...row, ...more }] }))
})

const leads = Effect.fnUntraced(function* (mine: Mine) {
  const make = (more: object = {}) => created(mine.post("/v1/leads", { firstName: "Mia", ...more }))
  const write = (id: string, body: object) => ok(mine.patch(`/v1/leads/${id}`, body))
  const { id } = yield* make({ workEmail: "mia@acme.example", utmSource: "x" })
  yield* write(id, { enrichment: { status: "in_progress" } })
  yield* write(id, { enrichment: { status: "complete", score: 7, verdict: "Fit", contact: { name: "Mia" } } })
  yield* write(id, { enrichment: { score: 8, verdict: "Fit" } })
  yield* write(id, { remove: ["verdict"], triageStatus: "contacted" })
  yield* write(id, { enrichment: { status: "skipped" } })
  for (const triageStatus of ["junk", "bad_fit"]) yield* write((yield* make()).id, { triageStatus })
  const many = [(yield* make()).id, (yield* make()).id]
  yield* ok(mine.post("/v1/leads/bulk-triage", { ids: many, triageStatus: "bad_fit" }))
  yield* created(mine.post(`/v1/leads/${id}/promote`, {}))
  for (const externalId of ["a", null]) yield* write(many[0]!, { externalId })
  const row = { externalId: "c", firstName: "Mia", utmSource: "ad", createdAt: "2024-01-05" }
  for (const more of [{}, { workEmail: "mia@acme.example", utmSource: "post", consent: true }])
    yield* ok(mine.post("/v1/imports/leads", { rows: [{ ...row, ...more }] }))
})

const others = Effect.fnUntraced(function* (mine: Mine) {
  const board = `/v1/boards/${mine.board.id}`
  yield* ok(mine.patch(board, { name: "Big", currency: "EUR", defaultDealAmountCents: 900 }))
  yield* ok(mine.put(`${board}/goals`, { proposals: null, deals_won: 3, deal_value: null }))
  for (const deals_won of [9, 8, null])
    yield* ok(mine.put(`${board}/goals`, { period: "quarter", proposals: null, deals_won, deal_value: null }))
  const template = yield* created(mine.post("/v1/templates", { name: "Hi", subject: "S", body: "B" }))
  yield* ok(mine.patch(`/v1/templates/${template.id}`, { icon: "x", color: "#000000" }))
  const lead = yield* created(mine.post("/v1/leads", { firstName: "Cy" }))
  yield* ok(mine.post(`/v1/templates/${template.id}/use`, { lead_id: lead.id }))
  const hook = { boardId: mine.board.id, url: "http://127.0.0.1:9/x", events: ["lead.created"] }
  const webhook = yield* created(mine.post("/v1/webhooks", hook))
  const edit = { label: "L", events: ["deal.won", "lead.created"], active: false }
  yield* ok(mine.patch(`/v1/webhooks/${webhook.id}`, edit))
})

/** What only tools and pages do: of leads by their tools, of credentials, people and the ways leads come in by. */
const onPages = Effect.fnUntraced(function* (mine: Mine, other: string) {
  const boardId = mine.board.id
  const lead = yield* created(mine.post("/v1/leads", { firstName: "Bo" }))
  yield* callOperation("leads.enrich")({ id: lead.id, enrichment: { status: "complete", score: 1 } })
  yield* callOperation("leads.triage")({ id: lead.id, triageStatus: "contacted" })
  yield* callOperation("boards.editGoals")({ boardId, deals_won: 9 })
  const template = yield* created(mine.post("/v1/templates", { name: "Hi", subject: "S", body: "B" }))
  yield* callOperation("templates.log")({ id: template.id as never, leadId: lead.id })
  const view = yield* callOperation("views.create")({
    page: "deals",
    name: "Mine",
    query: "owner=me",
    shared: false
  })
  yield* callOperation("views.update")({ id: view.id, name: "Ours", shared: true })
  yield* callOperation("views.create")({ page: "leads", name: "Best", query: "sort=score", shared: true })
  yield* callOperation("views.delete")({ id: view.id })
  for (const everyone of [true, false]) yield* callOperation("calendar.open")({ everyone })
  yield* callOperation("calendar.close")({})
  yield* callOperation("calendar.open")({ everyone: true })
  const key = yield* callOperation("keys.create")({ name: "K", allowedAddresses: ["10.0.0.0/8"] })
  yield* callOperation("keys.revoke")({ id: key.id })
  yield* callOperation("invitations.create")({ email: "cy@acme.example", role: "viewer" })
  yield* callOperation("invitations.create")({ email: "cy@acme.example", role: "member", name: "Cy" })
  const invitations = yield* callOperation("invitations.list")({})
  yield* callOperation("invitations.withdraw")({ id: invitations.data[0]!.id })
  yield* callOperation("invitations.create")({ email: "bo@acme.example", role: "viewer" })
  for (const way of ["form", "email"] as const) {
    const { [way]: first } = yield* callOperation("intake.open")({ boardId, way })
    const { [way]: second } = yield* callOperation("intake.replace")({ way, token: first!.token })
    if (way === "form")
      yield* callOperation("intake.setOwner")({ token: second!.token, ownerId: other as never })
    yield* callOperation("intake.close")({ way, token: second!.token })
  }
  const app = { clientId: "https://app.example/c", clientName: "App", redirectHost: "app.example" }
  const grantId = yield* (yield* Grants).create({ ...app, userId: mine.user.id, scopes: ["deals:read"] })
  yield* callOperation("apps.revoke")({ grantId: grantId as never })
  yield* (yield* Grants).create({ ...app, userId: other as never, scopes: ["deals:read"] })
  const rehearsals = yield* Rehearsals
  for (const name of ["Kept", "Discarded"]) yield* callOperation("rehearsals.create")({ name })
  const [discarded, kept] = (yield* callOperation("rehearsals.list")({})).data
  yield* callOperation("rehearsals.setClock")({ id: kept!.id, forward: "14 days" })
  yield* callOperation("rehearsals.discard")({ id: discarded!.id })
  yield* rehearsals.forget(new Date(Date.parse(yield* now) + 1_000).toISOString())
  yield* callOperation("members.reset_link")({ id: other as never })
  yield* callOperation("workspace.update")({ name: "Renamed", timeZone: "Europe/Berlin" })
  yield* callOperation("members.set_role")({ id: other as never, role: "viewer" })
  yield* callOperation("members.remove")({ id: other as never })
})

const memberOf = ({ workspace }: Mine, email: string) =>
  Effect.map(
    admin("member add", { workspace: workspace.id, email, role: "member" }),
    ({ user }) => user.id as string
  )

/** The workspace's owner at a page. */
const ownerOf = ({ user, workspace }: Mine): Actor["Service"] => ({
  credential: { kind: "session" },
  user: { ...user, name: "Owner" },
  workspace,
  role: "admin",
  granted: new Set(Scope.all),
  scopes: new Set(Scope.all)
})

/** Each write of the registry at least once, most of them in several ways. */
export const everything = Effect.fnUntraced(function* (mine: Mine) {
  const owner = yield* memberOf(mine, "al@acme.example")
  for (const all of [writes, writes.toReversed()]) yield* examples(mine, all)
  yield* deals(mine, owner)
  yield* leads(mine)
  yield* others(mine)
  const other = yield* memberOf(mine, "di@acme.example")
  yield* onPages(mine, other).pipe(
    Effect.provideService(Actor, ownerOf(mine)),
    Effect.provideService(Call, { requestId: "req_page", surface: "pages", idempotencyKey: undefined }),
    Effect.provideService(Tenant, { workspaceId: mine.workspace.id })
  )
})
