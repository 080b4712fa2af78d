/** A workspace as an agent finds it: two boards, 102 deals of different age, 25 leads, 16 of them of today. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Client } from "../../support/server/TestService.ts"
import { type Agent, type Rest, restOf } from "./Agent.ts"

export interface Sample {
  /** Opens a session that knows nothing of others. */
  readonly connect: () => Agent
  /** Ids of the boards Sales (USD) and Partners (EUR). */
  readonly sales: string
  readonly partners: string
  /** The licence of Acme: a deal with a past. */
  readonly licence: string
  /** The day it was made, in UTC. */
  readonly today: string
  readonly rest: Rest
  /** A member's key, to act as somebody else. */
  readonly colleague: Rest
}

const things = ["Rollout", "Pilot", "Renewal", "Expansion", "Upgrade", "Trial", "Fleet order"]
const companies = "Globex Initech Hooli Vandelay Umbrella Stark Wayne Tyrell Cyberdyne".split(" ")
const people = [
  "Mia Chen",
  "Noah Weber",
  "Ana Silva",
  "Liam Patel",
  "Zoë Martin",
  "Omar Haddad",
  "Ida Larsen"
]
const open = ["New", "Qualified", "Proposal", "Negotiation", "Verbal"]

const of = <A>(list: ReadonlyArray<A>, n: number): A => list[n % list.length]!

const spam = [
  "Get 10,000 followers for your brand today, click http://followers.example",
  "Dear sir, we are leading manufacturer of LED lights in Shenzhen, best price",
  "I noticed that your site is not on page one of Google. Our SEO team can help.",
  "Crypto signals, 300% profit a month, join the channel now",
  "Cheap replica watches, free shipping worldwide"
]

const wishes = [
  "We run 60 trucks in Portugal and want door sensors before winter. Who can we talk to?",
  "Do you have an API for temperature data? We are comparing three vendors this month.",
  "Could we get a quote for 25 trackers, delivered to Lyon?",
  "We saw you at the fair in Munich. Please send the price list for depots.",
  "Our contract with another provider ends in March. What would a switch take?"
]

const adaptive = (n: number) => 150_000 + ((n * 7_919) % 2_900) * 1_000

const deals = async (rest: Rest, board: string, count: number, from: number) => {
  const stages: Array<any> = await rest("GET", `/v1/boards/${board}/stages`)
  const ids: Array<string> = []
  for (let n = from; n < from + count; n++) {
    const { id } = await rest("POST", "/v1/deals", {
      boardId: board,
      name: `${of(things, n)} ${n}`,
      company: of(companies, n * 5),
      amountCents: n % 11 === 10 ? null : adaptive(n),
      stageId: stages.find(({ name }) => name === of(open, n)).id,
      labels: n % 2 === 0 && n < 60 ? ["renewal-2026"] : [],
      primaryContactName: of(people, n),
      primaryContactEmail: `contact${n}@${of(companies, n * 5).toLowerCase()}.example`
    })
    ids.push(id)
  }
  return ids
}

/** Acme's licence, with two notes, a raise and two moves; and a second deal of Acme. */
const acme = async (rest: Rest, colleague: Rest, board: string) => {
  const stages: Array<any> = await rest("GET", `/v1/boards/${board}/stages`)
  const stage = (name: string) => stages.find((one) => one.name === name).id
  const { id } = await rest("POST", "/v1/deals", {
    boardId: board,
    name: "Annual licence",
    company: "Acme Corp",
    amountCents: 1_000_000,
    primaryContactName: "Wile E. Coyote",
    primaryContactTitle: "Head of Procurement",
    primaryContactEmail: "wile@acme.example",
    keyTerms: "Three years, paid yearly"
  })
  await rest("POST", `/v1/deals/${id}/move`, { toStageId: stage("Qualified") })
  await colleague("POST", `/v1/deals/${id}/notes`, {
    contentText: "Wile asked for three years at a fixed price."
  })
  await colleague("PATCH", `/v1/deals/${id}`, { amountCents: 1_250_000 })
  await rest("POST", `/v1/deals/${id}/move`, { toStageId: stage("Proposal") })
  await rest("POST", `/v1/deals/${id}/notes`, {
    contentText: "Sent the proposal; he decides by the end of the month."
  })
  await rest("POST", "/v1/deals", {
    boardId: board,
    name: "Support plan",
    company: "Acme Corp",
    amountCents: 240_000
  })
  return id as string
}

const closed = async (rest: Rest, board: string) => {
  const stages: Array<any> = await rest("GET", `/v1/boards/${board}/stages`)
  for (let n = 0; n < 8; n++) {
    const { id } = await rest("POST", "/v1/deals", {
      boardId: board,
      name: `${of(things, n)} ${200 + n}`,
      company: of(companies, n),
      amountCents: adaptive(n * 31)
    })
    const to = stages.find(({ region }) => region === (n < 5 ? "won" : "dead")).id
    await rest("POST", `/v1/deals/${id}/move`, { toStageId: to })
  }
}

const leads = async (rest: Rest, board: string) => {
  const ids: Array<string> = []
  const ordinary = (n: number) => ({
    boardId: board,
    firstName: of(people, n).split(" ")[0],
    lastName: of(people, n + 2).split(" ")[1],
    workEmail: `lead${n}@${of(companies, n + 3).toLowerCase()}.example`,
    companyName: of(companies, n + 3),
    message: of(wishes, n)
  })
  for (let n = 0; n < 19; n++) ids.push((await rest("POST", "/v1/leads", ordinary(n))).id)
  for (const [n, message] of spam.entries()) {
    await rest("POST", "/v1/leads", {
      boardId: board,
      firstName: `Offer ${n}`,
      workEmail: `sales${n}@bulk.example`,
      message
    })
  }
  await rest("POST", "/v1/leads", {
    boardId: board,
    firstName: "Dana",
    lastName: "Cruz",
    workEmail: "dana@ferrum.example",
    companyName: "Ferrum Logistics",
    companyWebsite: "https://ferrum.example",
    message: "We have 140 refrigerated trailers and need door events in one API. Budget is approved."
  })
  // The first nine came in the days before.
  return ids.slice(0, 9)
}

export const make = Effect.fnUntraced(function* (
  connect: () => Agent,
  client: Client,
  member: { readonly send: Client["send"] }
) {
  const sql = yield* SqlClient.SqlClient
  const workspaceId = client.workspace.id
  const [rest, colleague] = [restOf(client), restOf(member)]
  const today = new Date().toISOString().slice(0, 10)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const made = yield* Effect.promise(async () => {
    const sales = client.board.id as string
    await rest("PATCH", `/v1/boards/${sales}`, { name: "Sales" })
    const { id: partners } = await rest("POST", "/v1/boards", { name: "Partners", currency: "EUR" })
    const many = await deals(rest, sales, 72, 0)
    await deals(rest, partners, 20, 72)
    await closed(rest, sales)
    const licence = await acme(rest, colleague, sales)
    return { sales, partners, licence, old: many.slice(10, 50), early: await leads(rest, sales) }
  })
  for (const [n, id] of made.old.entries()) {
    const days = 31 + n * 2
    const at = ago(days)
    yield* sql`UPDATE deals SET active_on = active_on - ${days}::int,
      created_at = ${at}, updated_at = ${at}, stage_entered_at = ${at} WHERE workspace_id = ${workspaceId} AND id = ${id}`
  }
  for (const [n, id] of made.early.entries()) {
    yield* sql`UPDATE leads SET created_at = ${ago(n + 2)}
      WHERE workspace_id = ${workspaceId} AND id = ${id}`
  }
  return { connect, today, rest, colleague, ...made } satisfies Sample
})
