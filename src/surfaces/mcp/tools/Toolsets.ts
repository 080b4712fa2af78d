/** Restricts /mcp by query parameters: `/mcp?toolset=deals,leads` offers the tools of these sets, `readonly=true` only reads. */
import { Effect, Schema } from "effect"
import { Invalid } from "../../../../schema/Fault.ts"
import { nearest } from "../../../values/Nearest.ts"
import * as PlainText from "../../../values/PlainText.ts"
import { type Fields, queryDecoder } from "../../http/request/Fields.ts"
import * as Query from "../../http/request/Query.ts"
import { offered, type Offered } from "./Definitions.ts"

/** The operations of each set, by the first part of their id or the full id. A tool may be in several sets. */
const sets = {
  deals: ["deals", "notes", "match", "reports.getSummary", "undo", "approvals"],
  leads: ["leads", "match", "undo", "approvals"],
  reports: ["reports", "cards"],
  boards: ["boards", "members", "approvals"],
  templates: ["templates", "approvals"],
  webhooks: ["webhooks", "deliveries", "approvals"],
  events: ["events", "approvals"]
} as const

export type Name = keyof typeof sets

export const names = Object.keys(sets) as ReadonlyArray<Name>

/** The sets that contain an operation's tool. */
export const setsOf = (id: string): ReadonlyArray<Name> => {
  const group = id.slice(0, id.indexOf("."))
  return names.filter((name) => sets[name].some((one) => one === group || one === id))
}

/** The selection in an address. */
export interface Selection {
  /** The sets in the order of `names`; undefined for all tools. */
  readonly sets?: ReadonlyArray<Name>
  readonly isReadOnly: boolean
}

export const everything: Selection = { isReadOnly: false }

/** The equivalent query, for messages. */
export const queryOf = ({ isReadOnly, sets }: Selection): string =>
  [
    ...(sets === undefined ? [] : [`toolset=${sets.join(",")}`]),
    ...(isReadOnly ? ["readonly=true"] : [])
  ].join("&")

export const isIn = ({ isReadOnly, sets }: Selection, { id, kind }: Pick<Offered, "id" | "kind">): boolean =>
  (!isReadOnly || kind === "read") && (sets === undefined || setsOf(id).some((name) => sets.includes(name)))

const byTool = new Map(offered.map((one) => [one.tool, one]))

/** The reason why the address doesn't offer a tool; undefined if it does, or if there is no such tool. */
export const refusal = (selection: Selection, tool: string): string | undefined => {
  const operation = selection === everything ? undefined : byTool.get(tool)
  if (operation === undefined || isIn(selection, operation)) return undefined
  const here = `This connection is narrowed to ${queryOf(selection)}, which does not offer ${tool}`
  const back = "to have it, the person who set up the connection changes its address"
  if (selection.isReadOnly && operation.kind !== "read") return `${here}, because it writes; ${back}`
  return `${here}: it is in the toolset ${setsOf(operation.id).join(" and ")}; ${back}`
}

const decode = queryDecoder({
  toolset: Schema.optionalKey(Schema.String),
  readonly: Schema.optionalKey(Schema.Literals(["true", "false"]))
})

const isName = (name: string): name is Name => names.includes(name as Name)

const noSet = (name: string) => {
  const meant = nearest(name, names)
  return new Invalid({
    code: "invalid_query",
    message: `${name === "" ? "toolset holds an empty name" : `There is no toolset ${PlainText.shortened(name, 60)}`}.${meant === undefined ? "" : ` Did you mean ${meant}?`} The toolsets are ${names.join(", ")}; separate several by commas.`,
    meta: { toolsets: names }
  })
}

const read = Effect.fnUntraced(function* (query: Fields) {
  const { readonly, toolset } = (yield* decode(query)) as {
    readonly toolset?: string
    readonly readonly?: string
  }
  const isReadOnly = readonly === "true"
  if (toolset === undefined) return isReadOnly ? { isReadOnly } : everything
  const wanted = toolset.split(",").map((name) => name.trim().toLowerCase())
  const unknown = wanted.find((name) => !isName(name))
  if (unknown !== undefined) return yield* noSet(unknown)
  return { sets: names.filter((name) => wanted.includes(name)), isReadOnly }
})

/** Parses the selection in a request's address. */
export const of = (url: string): Effect.Effect<Selection, Invalid> =>
  url.includes("?") ? read(Query.of(url)) : Effect.succeed(everything)
