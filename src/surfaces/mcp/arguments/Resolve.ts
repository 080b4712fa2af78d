/** Replaces the names in a tool's arguments by ids. */
import { Effect } from "effect"
import { type Fault, Invalid, NotFound } from "../../../../schema/Fault.ts"
import * as NameLookup from "../../../shared/NameLookup.ts"
import * as NameResolver from "../../../shared/NameResolver.ts"
import type * as Implementation from "../../../Implementation.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as NamedReferences from "./NamedReferences.ts"
import * as ResolveName from "./ResolveName.ts"

const subjectsOf = (handles: ReadonlyArray<NamedReferences.Named>) =>
  handles.flatMap(({ kind, name }) => (NamedReferences.isSubject(kind) ? [{ kind, name }] : []))

/** Whether there is nothing to resolve: the value is an id or absent. */
const isSettled = ({ kind, name, required }: NamedReferences.Named, input: Fields): boolean => {
  const value = input[name] as string | ReadonlyArray<string> | undefined
  if (value === undefined) return kind !== "board" || !required
  if (typeof value !== "string")
    return value.every(kind === "stages" ? NameResolver.isStageId : NameResolver.isId)
  return kind === "stage" ? NameResolver.isStageId(value) : NameResolver.isId(value)
}

/** Resolves each of several names. Fails if two stand for the same record. */
const resolveMany = Effect.fnUntraced(function* (
  field: string,
  kind: NamedReferences.Subject,
  values: ReadonlyArray<string>,
  called: typeof NameLookup.called
) {
  const places = new Map<string, number>()
  for (const [index, value] of values.entries()) {
    const place = `${field}[${index}]`
    const id = yield* Effect.catchTag(
      ResolveName.resolveSubject(place, kind, value, called),
      "not_found",
      ({ code, message }) => Effect.fail(new NotFound({ code, message: `${place}: ${message}` }))
    )
    const first = places.get(id.toLowerCase())
    if (first !== undefined)
      return yield* Invalid.at("invalid_body", place, `is the same ${kind} as ${field}[${first}]`)
    places.set(id.toLowerCase(), index)
  }
  return [...places.keys()]
})

/** Replaces names by ids in these fields; faults name a field with `prefix`. */
const namer = (
  handles: ReadonlyArray<NamedReferences.Named>,
  called: typeof NameLookup.called,
  prefix = ""
) => {
  const of = (kind: NamedReferences.Kind) => handles.filter((handle) => handle.kind === kind)
  const subjects = subjectsOf(handles)
  const boardField = of("board")[0]?.name
  const found = Effect.fnUntraced(function* (sent: Fields) {
    const input: Record<string, unknown> = { ...sent }
    const handle = (name: string) => input[name] as string | undefined
    for (const { kind, name } of subjects) {
      const value = handle(name)
      if (value !== undefined)
        input[name] = yield* ResolveName.resolveSubject(prefix + name, kind, value, called)
    }
    for (const subject of ["deal", "lead"] as const) {
      for (const { name } of of(`${subject}s`))
        if (sent[name] !== undefined)
          input[name] = yield* resolveMany(name, subject, sent[name] as ReadonlyArray<string>, called)
    }
    for (const { name, required } of of("board")) {
      const value = handle(name)
      if (value !== undefined || required) input[name] = yield* ResolveName.resolveBoard(prefix + name, value)
    }
    for (const { name } of of("template")) {
      const value = handle(name)
      if (value !== undefined) input[name] = yield* ResolveName.resolveTemplate(name, value)
    }
    for (const { name } of of("user")) {
      const value = handle(name)
      if (value !== undefined) input[name] = yield* ResolveName.resolveOwner(prefix + name, value)
    }
    for (const { name } of of("stage")) {
      const value = handle(name)
      if (value === undefined || NameResolver.isStageId(value)) continue
      input[name] = yield* ResolveName.resolveStage(
        prefix + name,
        value,
        yield* ResolveName.boardOf(input, boardField)
      )
    }
    for (const { name } of of("stages")) {
      const values = input[name] as ReadonlyArray<string> | undefined
      if (values === undefined || values.every(NameResolver.isStageId)) continue
      const board = yield* ResolveName.boardOf(input, boardField)
      input[name] = yield* Effect.forEach(values, (value) =>
        NameResolver.isStageId(value) ? Effect.succeed(value) : ResolveName.resolveStage(name, value, board)
      )
    }
    return input
  })
  return (sent: Fields) =>
    handles.every((handle) => isSettled(handle, sent)) ? Effect.succeed(sent) : found(sent)
}

/** Replaces names by ids in the new records that an operation takes, on the board that it names; each name is looked up once. */
const itemNamer = ({ items }: Implementation.Runnable, called: typeof NameLookup.called) => {
  if (items === undefined) return undefined
  const list = `${items.kind}s`
  const own = NamedReferences.handlesOf(items.fields)
  const board = { name: "boardId", kind: "board", required: false } as const
  return Effect.fnUntraced(function* (input: Fields) {
    const known = new Map<string, Fields>()
    const records: Array<Fields> = []
    for (const [index, item] of (input[list] as ReadonlyArray<Fields>).entries()) {
      const names = Object.fromEntries(
        own.filter(({ name }) => name in item).map(({ name }) => [name, item[name]])
      )
      const key = JSON.stringify(names)
      const find = namer([board, ...own], called, `${list}[${index}].`)
      const { boardId: _, ...ids } = known.get(key) ?? (yield* find({ boardId: input["boardId"], ...names }))
      known.set(key, ids)
      records.push({ ...item, ...ids })
    }
    return { ...input, [list]: records }
  })
}

/** The operation as a tool runs it: names are resolved to ids in its own transaction first. */
export const derive = (operation: Implementation.Runnable): Implementation.Runnable => {
  const handles = NamedReferences.handlesOf(operation.input)
  if (handles.length === 0 && operation.choices === undefined) return operation
  const subjects = subjectsOf(handles)
  const called = operation.kind === "read" ? NameLookup.called : NameLookup.calledExactly
  const ofInput = namer(handles, called)
  const ofFilter = namer(NamedReferences.handlesOf(operation.choices ?? {}), called, "filter.")

  const ofItems = itemNamer(operation, called)

  const named = (sent: Fields) => {
    const { filter } = sent as { readonly filter?: Fields }
    if (ofItems !== undefined) return Effect.flatMapEager(ofInput(sent), ofItems)
    if (filter === undefined) return ofInput(sent)
    return Effect.flatMapEager(ofFilter(filter), (filter) => ofInput({ ...sent, filter }))
  }

  // Over REST, a read's input is the query, so its faults have the code invalid_query.
  const resolve = (sent: Fields) =>
    Effect.mapErrorEager(named(sent), (fault) =>
      operation.kind === "read" && fault._tag === "invalid_request_error" && fault.code === "invalid_body"
        ? new Invalid({ ...fault, code: "invalid_query", message: fault.message })
        : fault
    )

  /** A not-found fault says so if the id belongs to a deal instead of a lead, or the reverse. */
  const run = (input: Fields) => {
    const done: Effect.Effect<unknown, Fault, unknown> = Effect.flatMapEager(resolve(input), operation.run)
    return Effect.catchTag(done, "not_found", (fault) => {
      const subject = subjects.find(({ kind }) => fault.code === `${kind}_not_found`)
      const id = subject === undefined ? undefined : input[subject.name]
      return subject !== undefined && typeof id === "string" && NameResolver.isId(id)
        ? Effect.flatMap(ResolveName.explainOtherKind(fault, subject.kind, id), Effect.fail)
        : Effect.fail(fault)
    })
  }

  const idsOf = (input: Fields) => Object.fromEntries(subjects.map(({ name }) => [name, input[name]]))

  /** Work before the transaction gets ids too, and passes them on to the run. */
  const prepare = (sent: Fields) =>
    Effect.flatMap(resolve(sent), (input) =>
      Effect.map(operation.prepare!(input), (replaced: Fields) => ({ ...idsOf(input), ...replaced }))
    )

  const simulate = (sent: Fields) =>
    Effect.flatMap(resolve(sent), (input) =>
      Effect.map(operation.simulate!(input), ({ notRehearsed, replaced }) => ({
        replaced: { ...idsOf(input), ...replaced },
        notRehearsed
      }))
    )

  return {
    ...operation,
    ...(operation.suggestWider && {
      suggestWider: (input: Fields) => Effect.flatMap(resolve(input), operation.suggestWider!)
    }),
    ...(operation.listCompact && {
      listCompact: (input: Fields) => Effect.flatMap(resolve(input), operation.listCompact!)
    }),
    ...(operation.prepare && { prepare }),
    ...(operation.simulate && { simulate }),
    resolve,
    run
  }
}
