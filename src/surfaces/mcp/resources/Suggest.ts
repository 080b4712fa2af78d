/** Suggests boards, stages, owners, deals, leads or templates for the text that a person has typed so far. */
import { Effect } from "effect"
import * as FullName from "../../../leads/rules/FullName.ts"
import * as Search from "../../../../layers/records/Search.ts"
import type { Board } from "../../../../schema/Board.ts"
import type { Deal } from "../../../../schema/Deal.ts"
import type { Fault } from "../../../../schema/Fault.ts"
import type { Lead } from "../../../../schema/Lead.ts"
import type { Member } from "../../../../schema/Member.ts"
import type { Page } from "../../../../schema/Page.ts"
import type { BoardStage } from "../../../../schema/Stage.ts"
import type { TemplateList } from "../../../../schema/Template.ts"
import type * as Implementation from "../../../Implementation.ts"
import { operationOf } from "../../../Registry.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as BoardStages from "../arguments/BoardStages.ts"
import * as Reader from "../tools/Reader.ts"

interface Suggestions {
  readonly values: ReadonlyArray<string>
  readonly hasMore: boolean
}

/** The maximum number of values in a completion. */
export const maxValues = 100

const reader = <Answer>(operation: Implementation.Runnable) => {
  const read = Reader.make(operation)
  return (args: Fields) => Effect.map(read(args), ({ value }) => value as Answer)
}

const named = <Answer>(id: string) => reader<Answer>(operationOf(id))

const listBoards = named<Page<Board>>("boards.list")
const listStages = reader<ReadonlyArray<BoardStage>>(BoardStages.operation)
const listMembers = named<ReadonlyArray<Member>>("members.list")
const listTemplates = named<typeof TemplateList.Type>("templates.list")
const listDeals = named<Page<Deal>>("deals.list")
const searchDeals = named<Page<Deal>>("deals.search")
const listLeads = named<Page<Lead>>("leads.list")
const searchLeads = named<Page<Lead>>("leads.search")

/** The texts that contain every typed word; those that begin with the typed text come first. */
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
  return { values: found.slice(0, maxValues), hasMore: hasMore || found.length > maxValues }
}

interface Row {
  readonly id: string
  readonly name: string | null
}

/** The name of each record, or its id if several have that name. */
const called = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const same = Map.groupBy(rows, ({ name }) => Search.words(name))
  return rows.map(({ id, name }) => (name === null || same.get(Search.words(name))!.length > 1 ? id : name))
}

const page = <Record extends { readonly id: string }>(
  { data, hasMore }: Page<Record>,
  name: (record: Record) => string | null
): Suggestions => ({
  values: called(data.map((record) => ({ id: record.id, name: name(record) }))),
  hasMore
})

type Find = (
  typed: string,
  others: Readonly<Record<string, string>>
) => Effect.Effect<Suggestions, Fault, Reader.Needs>

const isBlank = (typed: string) => typed.trim() === ""

const finds = {
  board: (typed) =>
    Effect.map(listBoards({ limit: maxValues }), ({ data, hasMore }) => some(typed, called(data), hasMore)),
  /** Stages of the board that was chosen before, or of the only board. */
  stage: (typed, { board = "" }) =>
    Effect.map(listStages({ id: board }), (stages) => some(typed, called(stages))),
  owner: (typed) =>
    Effect.map(listMembers({}), (members) => {
      const emails = new Map(members.map(({ email, name }) => [`${name ?? ""} ${email}`.trim(), email]))
      const { hasMore, values } = some(typed, [...emails.keys()])
      return { hasMore, values: values.map((text) => emails.get(text)!) }
    }),
  /** Open deals until something is typed, then deals of any status. */
  deal: (typed) =>
    Effect.map(
      isBlank(typed)
        ? listDeals({ limit: maxValues })
        : searchDeals({ q: typed, status: "all", limit: maxValues }),
      (found) => page(found, ({ name }) => name)
    ),
  lead: (typed) =>
    Effect.map(
      isBlank(typed) ? listLeads({ limit: maxValues }) : searchLeads({ q: typed, limit: maxValues }),
      (found) => page(found, ({ contact }) => FullName.displayOf(contact))
    ),
  template: (typed) => Effect.map(listTemplates({}), ({ data }) => some(typed, called(data)))
} satisfies Record<string, Find>

/** The kinds of suggestions. Arguments of prompts and variables of templates have these names. */
export type Kind = keyof typeof finds

export const isKind = (name: string): name is Kind => Object.hasOwn(finds, name)

export const find = (kind: Kind): Find => finds[kind]
