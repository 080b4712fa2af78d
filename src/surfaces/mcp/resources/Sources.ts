/** Maps the addresses of resources to the operations and tools that read them. */
import type { Resource } from "@modelcontextprotocol/server"
import { Effect, Result } from "effect"
import { type Envelope, type Fault, render } from "../../../../schema/Fault.ts"
import type { Scope } from "../../../../schema/Scope.ts"
import * as Operation from "../../../contract/Operation.ts"
import type * as Implementation from "../../../Implementation.ts"
import { operationOf } from "../../../Registry.ts"
import * as Answer from "../../http/response/Answer.ts"
import { Exchange } from "../../http/Exchange.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as BoardStages from "../arguments/BoardStages.ts"
import * as Reader from "../tools/Reader.ts"
import { type Services, tools } from "../tools/Tools.ts"

/** JSON is sent as plain text, because Anthropic's SDK passes no other text type to a model. */
export const json = "text/plain"

/** The source of a resource. */
export interface Source {
  /** The tool that reads it, if there is one. */
  readonly tool?: string
  readonly scopes: ReadonlyArray<Scope>
  readonly text: Effect.Effect<Result.Result<string, Envelope>, never, Services>
}

const refusal = Effect.fnUntraced(function* (fault: Fault) {
  const { requestId } = yield* Exchange
  return Result.fail(render(fault, requestId))
})

/** Reads with an operation and returns what REST would. */
const reading = (operation: Implementation.Runnable) => {
  const read = Reader.make(operation)
  return (args: Fields): Source => ({
    scopes: Operation.scopesOf(operation),
    text: read(args).pipe(
      Effect.map(({ text }) => Result.succeed(text)),
      Effect.catchCause((cause) => Effect.flatMap(Answer.faultOf(cause), refusal))
    )
  })
}

/** Reads with a tool, which accepts names for ids and limits the size for a model. */
const calling =
  (name: string) =>
  (args: Fields): Source => ({
    tool: name,
    scopes: tools.get(name)!.scopesFor(args),
    text: Effect.map(tools.get(name)!.call(args), ({ content, isError, structuredContent }) =>
      isError === true
        ? Result.fail(structuredContent as Envelope)
        : Result.succeed(content.map((part) => (part.type === "text" ? part.text : "")).join("\n"))
    )
  })

const listBoards = reading(operationOf("boards.list"))
const listStages = reading(BoardStages.operation)
const listDeals = calling("list_deals")
const listLeads = calling("list_leads")
const getDeal = calling("get_deal")
const getLead = calling("get_lead")

interface DataResource {
  readonly about: Omit<Resource, "uri" | "mimeType">
  /** An address or a template of addresses, whose variables accept ids or names. */
  readonly uri: string
  readonly source: (variables: Readonly<Record<string, string>>) => Source
}

const about = (name: string, title: string, description: string) => ({ name, title, description })

const dataResources: ReadonlyArray<DataResource> = [
  {
    uri: "pipeline://boards",
    about: about("boards", "Boards", "The boards of the workspace, newest first."),
    source: () => listBoards({ limit: 100 })
  },
  {
    uri: "pipeline://deals",
    about: about("deals", "Open deals", "The newest open deals, in short."),
    source: () => listDeals({})
  },
  {
    uri: "pipeline://leads",
    about: about("leads", "New leads", "The newest leads that wait for triage, in short."),
    source: () => listLeads({ triageStatus: "new" })
  },
  {
    uri: "pipeline://boards/{board}/stages",
    about: about(
      "stages",
      "Stages of a board",
      "The stages of a board in pipeline order, with region and probability."
    ),
    source: ({ board }) => listStages({ id: board })
  },
  {
    uri: "pipeline://boards/{board}/stages/{stage}/deals",
    about: about("stage_deals", "Deals in a stage", "The newest deals in a stage of a board, in short."),
    source: ({ board, stage }) => listDeals({ boardId: board, stageId: stage })
  },
  {
    uri: "pipeline://owners/{owner}/deals",
    about: about("owner_deals", "Deals of an owner", "The newest open deals of an owner, in short."),
    source: ({ owner }) => listDeals({ ownerId: owner })
  },
  {
    uri: "pipeline://deals/{deal}",
    about: about("deal", "Deal", "One deal: amount, stage, owner, contact, dates."),
    source: ({ deal }) => getDeal({ id: deal })
  },
  {
    uri: "pipeline://leads/{lead}",
    about: about("lead", "Lead", "One lead: what was submitted, its enrichment and newest history."),
    source: ({ lead }) => getLead({ id: lead })
  }
]

const isTemplate = ({ uri }: DataResource) => uri.includes("{")

export const fixed: ReadonlyArray<Resource> = dataResources
  .filter((one) => !isTemplate(one))
  .map(({ about, uri }) => ({ uri, ...about, mimeType: json }))

export const templates = dataResources
  .filter(isTemplate)
  .map(({ about, uri }) => ({ uriTemplate: uri, ...about, mimeType: json }))

const variable = /\{(\w+)\}/gu

/** The variables of a template; undefined if there is no such template. */
export const variablesOf = (uriTemplate: string): ReadonlyArray<string> | undefined =>
  templates.some((one) => one.uriTemplate === uriTemplate)
    ? Array.from(uriTemplate.matchAll(variable), ([, name = ""]) => name)
    : undefined

const patterns = dataResources.map((one) => ({
  ...one,
  pattern: new RegExp(`^${one.uri.replace(variable, "(?<$1>[^/]+)")}$`, "u")
}))

const decoded = (value: string) =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(value)),
    () => value
  )

/** The maximum length of an address: room for two names, each percent-encoded. */
const maxUriLength = 4_000

export const sourceOf = (uri: string): Source | undefined => {
  if (uri.length > maxUriLength) return undefined
  for (const { pattern, source } of patterns) {
    const found = pattern.exec(uri)
    if (found === null) continue
    const variables = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decoded(value)])
    return source(Object.fromEntries(variables))
  }
  return undefined
}
