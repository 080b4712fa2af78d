/** A command for each operation with a route, derived from its contract: `deals list`, `webhooks rotate-secret`. */
import { Console, Effect } from "effect"
import { Command, Flag, GlobalFlag } from "effect/cli"
import type { Page } from "../../schema/Page.ts"
import * as Api from "../../src/contract/Api.ts"
import * as Operation from "../../src/contract/Operation.ts"
import * as NamedReferences from "../../src/surfaces/mcp/arguments/NamedReferences.ts"
import * as Flags from "../admin/command/Flags.ts"
import * as Arguments from "./Arguments.ts"
import * as Caller from "./Caller.ts"
import { exits, Failed, usage } from "./Failed.ts"
import * as Names from "./Names.ts"
import * as Remarks from "./Remarks.ts"
import * as Shown from "./Shown.ts"
import { Surroundings } from "./Surroundings.ts"

export const Json = GlobalFlag.Setting("json")({
  flag: Flags.toggle("json", "Prints the service's JSON; for a failure {error: {code, message}}")
})

/** The maximum number of items that `--all` reads. */
const maxItems = 10_000

const dashed = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)

/** An undo also has `hasMore`, for what one call couldn't revert, but isn't a list. */
const isList = ({ success }: Operation.Any) => {
  const { fields = {} } = success as { readonly fields?: object }
  return "hasMore" in fields && "data" in fields
}

/** The fields that `--clear` can empty. */
const emptiable = (given: ReadonlyArray<Arguments.Given>) =>
  given.filter(({ facts, isPlaced }) => facts.nullable && !isPlaced)

const flagsOf = (operation: Operation.Routed, given: ReadonlyArray<Arguments.Given>) => ({
  ...(operation.kind !== "read" && {
    dryRun: Flags.toggle("dry-run", "Tries it out, prints what it would do, and does nothing"),
    plan: Flags.optional(
      Flag.String("plan").pipe(
        Flag.withDescription("The plan of a dry run: done only if it would still do the same")
      )
    ),
    ifMatch: Flags.optional(
      Flag.String("if-match").pipe(
        Flag.withDescription("The ETag of the record: done only if it still has it")
      )
    ),
    idempotencyKey: Flags.optional(
      Flag.String("idempotency-key").pipe(
        Flag.withDescription("With the same key it is done once. Left out: a new one")
      )
    )
  }),
  ...(Operation.hasBody(operation) &&
    given.some(({ isPlaced }) => !isPlaced) && {
      input: Flags.optional(
        Flag.String("input").pipe(
          Flag.withMetavar("JSON|@FILE|-"),
          Flag.withDescription("The fields as one JSON object; flags replace what it says")
        )
      )
    }),
  ...(emptiable(given).length > 0 && {
    clear: Flag.Literals(
      "clear",
      emptiable(given).map(({ written }) => written.slice(2))
    ).pipe(Flag.withDescription("Empties a field; once for each"), Flag.atLeast(0))
  }),
  ...(isList(operation) && { all: Flags.toggle("all", `Reads page after page, up to ${maxItems} items`) }),
  ...Object.fromEntries(
    Object.keys(operation.headers ?? {}).map((header) => [
      header,
      Flags.optional(Flag.String(header.toLowerCase()).pipe(Flag.withDescription(`The header ${header}`)))
    ])
  )
})

type Values = Readonly<Record<string, unknown>>

const inputOf = Effect.fnUntraced(function* (given: ReadonlyArray<Arguments.Given>, values: Values) {
  const { clear = [], input } = values
  const base = input === undefined ? {} : yield* Arguments.json("--input", String(input))
  if (typeof base !== "object" || base === null || Array.isArray(base)) {
    return yield* usage("--input takes a JSON object.")
  }
  const emptied = given.filter(({ written }) => (clear as ReadonlyArray<string>).includes(written.slice(2)))
  const fields: Record<string, unknown> = {
    ...base,
    ...(yield* Arguments.read(given, values)),
    ...Object.fromEntries(emptied.map(({ name }) => [name, null]))
  }
  const missing = given.filter(
    ({ facts, kind, name }) => facts.required && kind !== "board" && fields[name] === undefined
  )
  if (missing.length > 0) {
    return yield* usage(
      `Missing: ${missing.map(({ written }) => written).join(", ")}. Give each, or send all by --input.`
    )
  }
  return fields
})

/** Boards and deals are resolved first, because a stage is searched on them. */
const order: ReadonlyArray<NamedReferences.Kind> = [
  "deal",
  "board",
  "lead",
  "user",
  "template",
  "stage",
  "stages"
]

const named = Effect.fnUntraced(function* (given: ReadonlyArray<Arguments.Given>, fields: Values) {
  const input: Record<string, unknown> = { ...fields }
  const handles = given.filter(({ kind }) => kind !== undefined)
  for (const kind of order) {
    for (const { facts, name, written } of handles.filter((one) => one.kind === kind)) {
      const value = input[name]
      if (value === null || (value === undefined && !(kind === "board" && facts.required))) continue
      const board = handles.find((one) => one.kind === "board")?.name
      const deal = handles.find((one) => one.kind === "deal")?.name
      const [first] = (input["ids"] ?? []) as ReadonlyArray<unknown>
      const context = {
        boardId: board === undefined ? undefined : input[board],
        dealId: deal === undefined ? first : input[deal]
      } as Names.Around
      input[name] =
        value === undefined
          ? yield* Names.board(written, undefined)
          : yield* Names.id(kind, written, value, context)
    }
  }
  return input
})

/** Resolves names in `filter`, which selects the records of a bulk change. */
const filtered = Effect.fnUntraced(function* ({ choices }: Operation.Any, input: Values) {
  const filter = input["filter"]
  if (choices === undefined || typeof filter !== "object" || filter === null) return input
  const given = NamedReferences.handlesOf(choices).map(({ kind, name }): Arguments.Given => ({
    name,
    kind,
    written: `filter.${name}`,
    facts: { required: false, nullable: false },
    isPlaced: false
  }))
  return { ...input, filter: yield* named(given, { ...filter }) }
})

const sentOf = (operation: Operation.Routed, input: Values, values: Values): Caller.Sent => {
  const { path, rest } = Operation.carriers(operation)
  const at = operation.http.path.replaceAll(/:([^/]+)/gu, (_, name: string) =>
    encodeURIComponent(String(input[name]))
  )
  const others = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in path)))
  const own = Object.keys(operation.headers ?? {}).map((name) => [name, name])
  const names = { plan: "plan", "if-match": "ifMatch", "idempotency-key": "idempotencyKey" }
  const headers = {
    ...(values["dryRun"] === true && { "dry-run": "true" }),
    ...Object.fromEntries(
      [...Object.entries(names), ...own].flatMap(([header = "", name = ""]) =>
        values[name] === undefined ? [] : [[header, String(values[name])]]
      )
    )
  }
  const { method } = operation.http
  if (operation.kind === "read" && !Operation.hasBody(operation))
    return { method, path: at, query: others, headers, wait: Number(input["wait"] ?? 0) }
  const hasBody =
    Object.keys(rest).length > 0 && !(operation.http.bodyOptional && Object.keys(others).length === 0)
  return { method, path: at, headers, ...(hasBody && { body: others }) }
}

const print = Effect.fnUntraced(function* (document: unknown) {
  const { columns } = yield* Surroundings
  yield* Console.log((yield* Json) ? JSON.stringify(document, null, 2) : Shown.format(document, columns))
})

const more = Effect.fnUntraced(function* (page: Page<unknown>, isAll: boolean) {
  const { data, hasMore, nextCursor } = page
  if (hasMore !== true || (yield* Json)) return
  const way = isAll ? "" : "--all reads on, or "
  yield* Console.error(`${data.length} shown; there are more: ${way}--cursor ${nextCursor}`)
})

const run = (operation: Operation.Routed, given: ReadonlyArray<Arguments.Given>) =>
  Effect.fnUntraced(function* (values: Values) {
    const input = yield* filtered(operation, yield* named(given, yield* inputOf(given, values)))
    const call = sentOf(operation, input, values)
    if (values["all"] === true) {
      const page = yield* Caller.pages(call.path, call.query!, maxItems)
      yield* print(page)
      return yield* more(page, true)
    }
    if (Api.files.includes(operation)) {
      const { text } = yield* Caller.call({ ...call, answer: "text" })
      return yield* Console.log(text.trimEnd())
    }
    const answer = yield* Caller.call(isList(operation) ? { ...call, answer: "list" } : call)
    yield* print(answer.body)
    yield* Remarks.print(operation, answer, yield* Json)
    if (isList(operation)) yield* more(answer.body, false)
    if (answer.status === 202) return yield* new Failed({ code: "waits", message: "", exit: exits.waits })
  })

const commandOf = (operation: Operation.Routed) => {
  const given = Arguments.of(operation)
  const [, verb = ""] = operation.id.split(".")
  return Command.make(
    dashed(verb),
    { ...Arguments.config(given), ...flagsOf(operation, given) },
    run(operation, given)
  ).pipe(Command.withDescription(operation.description), Command.withShortDescription(operation.title))
}

const all: ReadonlyArray<Operation.Routed> = [...Api.routed, ...Api.files]

const groupOf = ({ id }: Operation.Any) => id.slice(0, id.indexOf("."))

export const groups: ReadonlyArray<string> = [...new Set(all.map(groupOf))]

/** A group of commands. Only the requested group builds its commands, because building all takes a tenth of a second. */
export const group = (name: string, isWhole: boolean) => {
  const within = all.filter((one) => groupOf(one) === name)
  const verbs = within.map(({ id }) => dashed(id.slice(name.length + 1)))
  const bare = Command.make(name).pipe(Command.withDescription(verbs.join(", ")))
  return isWhole ? bare.pipe(Command.withSubcommands(within.map(commandOf))) : bare
}
