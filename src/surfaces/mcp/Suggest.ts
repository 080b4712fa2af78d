/** What a person may mean by what they have typed so far of a board, a stage, an owner, a deal, a lead or a template. */
import { Effect } from "effect"
import * as FullName from "../../domain/leads/FullName.ts"
import * as Search from "../../../layers/platform/Search.ts"
import type { Fault } from "../../../schema/Fault.ts"
import { operationOf } from "../../Registry.ts"
import type { Fields } from "../http/Fields.ts"
import * as BoardStages from "./BoardStages.ts"
import * as Reader from "./Reader.ts"

interface Suggestions {
  readonly values: ReadonlyArray<string>
  readonly hasMore: boolean
}

/** As many as a completion may hold. */
export const most = 100

const reader = (operation: Parameters<typeof Reader.make>[0]) => {
  const read = Reader.make(operation)
  return (args: Fields) => Effect.map(read(args), ({ value }) => value as any)
}

const named = (id: string) => reader(operationOf(id))

const listBoards = named("boards.list")
const listStages = reader(BoardStages.operation)
const listMembers = named("members.list")
const listTemplates = named("templates.list")
const listDeals = named("deals.list")
const searchDeals = named("deals.search")
const listLeads = named("leads.list")
const searchLeads = named("leads.search")

/** Those that hold every word typed, those that begin with it first. */
const matching = (typed: string, texts: ReadonlyArray<string>) => {
  const wanted = Search.words(typed).trim()
  const words = wanted.split(/\s+/u).filter((word) => word !== "")
  const folded = texts.map((text) => ({ text, plain: Search.words(text) }))
  const holding = folded.filter(({ plain }) => words.every((word) => plain.includes(word)))
  const isFirst = ({ plain }: { readonly plain: string }) => plain.startsWith(wanted)
  return [...holding.filter(isFirst), ...holding.filter((one) => !isFirst(one))].map(({ text }) => text)
}

const some = (typed: string, texts: ReadonlyArray<string>, hasMore = false): Suggestions => {
  const found = [...new Set(matching(typed, texts))]
  return { values: found.slice(0, most), hasMore: hasMore || found.length > most }
}

interface Row {
  readonly id: string
  readonly name: string | null
}

/** Names; the id in place of a name that several have. */
const called = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const same = Map.groupBy(rows, ({ name }) => Search.words(name))
  return rows.map(({ id, name }) => (name === null || same.get(Search.words(name))!.length > 1 ? id : name))
}

const leadName = ({ contact }: any): string | null =>
  FullName.of(contact.firstName, contact.lastName) ?? contact.companyName ?? contact.email

const page = ({ data, hasMore }: any, name: (row: any) => string | null): Suggestions => ({
  values: called(data.map((row: any) => ({ id: row.id, name: name(row) }))),
  hasMore
})

type Find = (
  typed: string,
  others: Readonly<Record<string, string>>
) => Effect.Effect<Suggestions, Fault, Reader.Needs>

const isBlank = (typed: string) => typed.trim() === ""

const finds = {
  board: (typed) =>
    Effect.map(listBoards({ limit: most }), ({ data, hasMore }) => some(typed, called(data), hasMore)),
  /** Stages of the board chosen before, or of the only one. */
  stage: (typed, { board = "" }) =>
    Effect.map(listStages({ id: board }), (stages) => some(typed, called(stages))),
  owner: (typed) =>
    Effect.map(listMembers({}), (members: ReadonlyArray<any>) => {
      const emails = new Map(members.map(({ email, name }) => [`${name ?? ""} ${email}`.trim(), email]))
      const { hasMore, values } = some(typed, [...emails.keys()])
      return { hasMore, values: values.map((text) => emails.get(text)!) }
    }),
  /** Open deals until something is typed, then any. */
  deal: (typed) =>
    Effect.map(
      isBlank(typed) ? listDeals({ limit: most }) : searchDeals({ q: typed, status: "all", limit: most }),
      (found) => page(found, ({ name }) => name)
    ),
  lead: (typed) =>
    Effect.map(
      isBlank(typed) ? listLeads({ limit: most }) : searchLeads({ q: typed, limit: most }),
      (found) => page(found, leadName)
    ),
  template: (typed) =>
    Effect.map(listTemplates({}), (found) => some(typed, called(Array.isArray(found) ? found : found.data)))
} satisfies Record<string, Find>

/** What can be suggested. Prompts' arguments and templates' variables have these names. */
export type Kind = keyof typeof finds

export const isKind = (name: string): name is Kind => Object.hasOwn(finds, name)

export const find = (kind: Kind): Find => finds[kind]
