/**
 * The tools of an address: /mcp lists those of daily work and reaches the others by `call_tool`. `?toolset=deals,leads` offers the tools of
 * these sets alone and lists them, `toolset=all` lists all, and `readonly=true` only those that read.
 */
import { Effect, Schema } from "effect"
import * as Extensions from "../../../contract/Extensions.ts"
import { Invalid } from "../../../../schema/Fault.ts"
import { nearest } from "../../../shared/Nearest.ts"
import * as PlainText from "../../../shared/PlainText.ts"
import { type Fields, queryDecoder } from "../../http/request/Fields.ts"
import * as Query from "../../http/request/Query.ts"
import { offered, type Offered } from "./Definitions.ts"

/** The operations of each set, by the first part of their id or the full id. A tool may be in several sets. */
const sets = {
  deals: ["deals", "notes", "match", "reports.getSummary", "imports.deals", "undo", "approvals", "me"],
  leads: ["leads", "match", "imports.leads", "undo", "approvals", "me"],
  reports: ["reports", "cards"],
  boards: ["boards", "members", "approvals"],
  templates: ["templates", "approvals"],
  webhooks: ["webhooks", "deliveries", "approvals"],
  events: ["events", "audit", "approvals"]
} as const

/** The tools that /mcp lists: those of the API's specification, and what most tasks need. */
const daily = new Set([
  ...["list_deals", "search_deals", "get_deal", "create_deal", "update_deal", "move_deal", "add_note"],
  ...["list_leads", "search_leads", "get_lead", "create_lead", "triage_lead", "patch_lead_enrichment"],
  ...["get_pipeline_summary", "get_weighted_pipeline", "query_pipeline", "forecast"],
  ...["show_dealboard_summary", "show_this_month", "show_deals_won", "show_deal_progress"],
  ...["export_report_image", "changes_since", "undo"]
])

/** An extension's tools are listed, too. */
const added = new Set(Extensions.get().contracts.map(({ tool }) => tool))

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
  /** The one form of results that the client wants. */
  readonly content?: "text" | "structured"
}

export const everything: Selection = { isReadOnly: false }

const isAll = ({ sets }: Selection): boolean => sets?.length === names.length

/** The equivalent query, for messages. */
export const queryOf = (selection: Selection): string =>
  [
    ...(selection.sets === undefined
      ? []
      : [`toolset=${isAll(selection) ? "all" : selection.sets.join(",")}`]),
    ...(selection.isReadOnly ? ["readonly=true"] : []),
    ...(selection.content === undefined ? [] : [`content=${selection.content}`])
  ].join("&")

/** Whether the address offers a tool. */
export const isIn = (selection: Selection, { id, kind }: Pick<Offered, "id" | "kind">): boolean => {
  const { isReadOnly, sets } = selection
  if (isReadOnly && kind !== "read") return false
  return sets === undefined || isAll(selection) || setsOf(id).some((name) => sets.includes(name))
}

/** Whether the address lists a few tools, and `find_tools` finds the others. */
export const isShort = ({ isReadOnly, sets }: Selection): boolean => sets === undefined && !isReadOnly

/** Whether the address lists a tool that it offers. */
export const isListed = (selection: Selection, { tool }: Pick<Offered, "tool">): boolean =>
  !isShort(selection) || daily.has(tool) || added.has(tool)

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
  readonly: Schema.optionalKey(Schema.Literals(["true", "false"])),
  content: Schema.optionalKey(Schema.Literals(["text", "structured"]))
})

const isName = (name: string): name is Name => names.includes(name as Name)

/** Names beside the sets: every set, and the parameter `readonly`. */
const others = ["all", "readonly"]

const noSet = (name: string) => {
  const known = [...names, ...others]
  const meant = nearest(name, known)
  return new Invalid({
    code: "invalid_query",
    message: `${name === "" ? "toolset holds an empty name" : `There is no toolset ${PlainText.shortened(name, 60)}`}.${meant === undefined ? "" : ` Did you mean ${meant}?`} The toolsets are ${known.join(", ")}; separate several by commas.`,
    meta: { toolsets: known }
  })
}

const read = Effect.fnUntraced(function* (query: Fields) {
  const { content, readonly, toolset } = (yield* decode(query)) as {
    readonly toolset?: string
    readonly readonly?: string
    readonly content?: "text" | "structured"
  }
  const wanted = toolset?.split(",").map((name) => name.trim().toLowerCase()) ?? []
  const unknown = wanted.find((name) => !isName(name) && !others.includes(name))
  if (unknown !== undefined) return yield* noSet(unknown)
  const isReadOnly = readonly === "true" || wanted.includes("readonly")
  const sets = names.filter((name) => wanted.includes("all") || wanted.includes(name))
  if (sets.length === 0 && !isReadOnly && content === undefined) return everything
  return { ...(sets.length > 0 && { sets }), isReadOnly, ...(content !== undefined && { content }) }
})

/** Parses the selection in a request's address. */
export const of = (url: string): Effect.Effect<Selection, Invalid> =>
  url.includes("?") ? read(Query.of(url)) : Effect.succeed(everything)
