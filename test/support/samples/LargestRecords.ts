/** A workspace whose records are as large as the limits allow, and as slow to show. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../../src/Registry.ts"
import type * as SignedIn from "../pages/SignedIn.ts"
import { type Api, as, member, ok } from "../server/Contract.ts"
import * as Requests from "../server/Requests.ts"

const rows = 200

/** Takes long to look at: what can't be seen is told by its number. */
const hidden = (length: number) => "\u200B".repeat(length)

const list = (lines: number) =>
  Array.from({ length: lines }, (_, line) => `${"\t".repeat(line)}- a`).join("\n")

const table = (lines: number) =>
  `|${"a|".repeat(20)}\n|${"-|".repeat(20)}\n${`|${"a|".repeat(20)}\n`.repeat(lines)}`

const costly = "*a* _b_ `c` [d](https://d.example) <https://e.example> &amp; "

const text = (length: number) => costly.repeat(Math.ceil(length / costly.length)).slice(0, length)

const made = (answer: { readonly status: number; readonly text: string; readonly body: any }) => {
  assert.include([200, 201, 202], answer.status, answer.text.slice(0, 500))
  return answer.body
}

const many = <A>(count: number, make: (index: number) => Effect.Effect<A, never, never>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    make,
    { concurrency: 4 }
  )

const imports = Effect.fnUntraced(function* (api: Api) {
  const leads = (batch: number, message: string) =>
    Array.from({ length: rows }, (_, row) => ({
      externalId: `lead-${batch}-${row}`,
      workEmail: `lead${batch}.${row}@large.example`,
      ...(message === "" ? {} : { message, firstName: hidden(50), companyName: text(190) })
    }))
  const send = (kind: string, list: ReadonlyArray<object>) =>
    Effect.map(api.post(`/v1/imports/${kind}`, { rows: list }), made)
  // Many short entries, and some of which each fills a page of the log.
  for (let batch = 0; batch < 14; batch++) yield* send("leads", leads(batch, ""))
  for (let batch = 14; batch < 18; batch++) yield* send("leads", leads(batch, hidden(1_400)))
  const deals = (name: string) =>
    Array.from({ length: rows }, (_, row) => ({
      externalId: `deal-${row}`,
      name: `${name} ${hidden(150)}`,
      amount: "12500.00",
      labels: Array.from({ length: 50 }, (_, label) => `${label} ${"label ".repeat(6)}`)
    }))
  yield* send("deals", deals("First"))
  yield* send("deals", deals("Second"))
})

const agentOf = Effect.fnUntraced(function* (owner: Api, workspaceId: Parameters<typeof member>[0]) {
  const agent = yield* member(workspaceId, "member")
  const key = made(yield* agent.get("/v1/me")).apiKey.id as string
  made(yield* owner.put(`/v1/rules/${key}`, { default: "ask" }))
  return agent
})

/** Fills the workspace; returns ids of the largest record of each kind. */
export const fill = Effect.fnUntraced(function* (owner: Effect.Success<ReturnType<typeof SignedIn.make>>) {
  const api = yield* as(owner.apiKey.token)
  const ids: Record<string, string> = {
    ...(yield* Requests.fixtures(api, routed)),
    board: owner.board.id,
    key: owner.apiKey.id
  }
  const stages = yield* ok(api.get(`/v1/boards/${owner.board.id}/stages`))
  const fixed = (region: string) => stages.find((stage: any) => stage.region === region)
  const open = (region: string) =>
    Array.from({ length: 6 }, (_, index) => ({
      name: `${region} ${index} ${"stage ".repeat(8)}`,
      region,
      probability: 10
    }))
  const [early, anchor, late] = ["early", "anchor", "late"].map(fixed)
  yield* ok(
    api.put(`/v1/boards/${owner.board.id}/stages`, {
      stages: [
        { ...early, name: early.name },
        ...open("early").slice(1),
        anchor,
        { ...late },
        ...open("late").slice(1),
        fixed("won"),
        fixed("dead")
      ].map(({ id, name, probability, region }: any) => ({
        ...(id === undefined ? {} : { id }),
        name,
        probability,
        region
      })),
      moveDealsTo: Object.fromEntries(
        stages
          .filter(
            ({ id, region }: any) =>
              (region === "early" && id !== early.id) || (region === "late" && id !== late.id)
          )
          .map(({ id }: any) => [id, early.id])
      )
    })
  )
  ids["stage"] = early.id
  const hook = { boardId: owner.board.id, url: "https://192.0.43.8/large", label: "x".repeat(80) }
  const events = ["lead.created", "deal.created", "deal.stage_changed"]
  ids["webhook"] = made(yield* api.post("/v1/webhooks", { ...hook, events })).id
  const deal = made(
    yield* api.post("/v1/deals", {
      boardId: owner.board.id,
      stageId: early.id,
      name: text(200),
      amountCents: 9_007_199_254_740_991,
      keyTerms: text(20_000),
      labels: Array.from({ length: 50 }, (_, label) => `${label} ${"x".repeat(40)}`)
    })
  )
  ids["deal"] = deal.id
  yield* many(60, (index) =>
    Effect.map(api.post(`/v1/deals/${deal.id}/notes`, { contentText: `${index} ${text(19_900)}` }), made)
  )
  const lead = made(
    yield* api.post("/v1/leads", {
      boardId: owner.board.id,
      workEmail: "a@large.example",
      message: text(20_000),
      firstName: hidden(60)
    })
  )
  ids["lead"] = lead.id
  const parts = [list(200), table(390), text(19_000), `${list(40)}\n\n${table(20)}`]
  for (const [index, writeUp] of [...parts, ...parts].entries()) {
    const keys = Object.fromEntries(
      Array.from({ length: index === 0 ? 450 : 20 }, (_, key) => [`key ${key}`, text(400 + index)])
    )
    yield* Effect.map(
      api.patch(`/v1/leads/${lead.id}`, { enrichment: { writeUp, score: index, ...keys } }),
      made
    )
  }
  const template = { name: text(80), subject: text(190), body: text(19_900), icon: "👋", color: "#4f46e5" }
  yield* many(20, (index) =>
    Effect.map(api.post("/v1/templates", { ...template, name: `${index} ${text(60)}` }), (answer) => {
      ids["template"] = made(answer).id
    })
  )
  yield* imports(api)
  const agent = yield* agentOf(api, owner.workspace.id)
  const asked = made(
    yield* agent.post("/v1/imports/leads", {
      rows: Array.from({ length: rows }, (_, row) => ({
        workEmail: `ask${row}@large.example`,
        message: hidden(1_400)
      }))
    })
  )
  ids["approval"] = asked.approval.id
  const log = made(yield* api.get(`/v1/webhooks/${ids["webhook"]}/deliveries`)).data
  ids["delivery"] = log[0].id
  return ids
})
