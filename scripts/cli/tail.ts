/** `tail`: prints the workspace's changes, one per line. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { inWords } from "../../schema/Actor.ts"
import type { Change } from "../../schema/Change.ts"
import * as Flags from "../admin/command/Flags.ts"
import * as Output from "../admin/command/Output.ts"
import * as Caller from "./Caller.ts"
import type { Failed } from "./Failed.ts"
import * as Feed from "./Feed.ts"
import * as Operations from "./Operations.ts"

/** The maximum number of cached names, so that a long run doesn't use more and more memory. */
const cacheSize = 1_000

type ChangeSubject = Pick<Change, "dealId" | "leadId">

interface Subject {
  readonly name?: string | null
  readonly contact?: { readonly companyName?: string | null; readonly email?: string | null } | null
}

const nameOf = ({ contact, name }: Subject): string => name ?? contact?.companyName ?? contact?.email ?? ""

/** The name of a deal or lead, read once; its id if it was deleted. */
const namer = () => {
  const names = new Map<string, string>()
  return Effect.fnUntraced(function* ({ dealId, leadId }: ChangeSubject) {
    const id = dealId ?? leadId
    if (id === null) return ""
    const known = names.get(id)
    if (known !== undefined) return known
    const path = dealId === null ? `/leads/${id}` : `/deals/${id}`
    const found = yield* Effect.catchIf(
      Effect.map(Caller.get(path), nameOf),
      ({ code }: Failed) => code.endsWith("_not_found"),
      () => Effect.succeed("")
    )
    if (names.size >= cacheSize) names.clear()
    names.set(id, found || id)
    return found || id
  })
}

const valueOf = (value: unknown): string => {
  if (value === null || value === undefined) return "none"
  const name = (value as { readonly name?: unknown }).name
  if (typeof name === "string") return name
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const difference = ({ from, to }: { readonly from: unknown; readonly to: unknown }) =>
  `${valueOf(from)} → ${valueOf(to)}`

const detailOf = ({ data, text }: Change): string => {
  if (text !== null) return text
  const { changes, fields, from, stage, to } = (data ?? {}) as Readonly<Record<string, unknown>>
  if (changes !== undefined) {
    const all = Object.entries(changes as Readonly<Record<string, Parameters<typeof difference>[0]>>).map(
      ([field, change]) => `${field}: ${difference(change)}`
    )
    return all.join(", ")
  }
  if (to !== undefined) return difference({ from, to })
  if (stage !== undefined) return valueOf(stage)
  return Array.isArray(fields) ? fields.join(", ") : ""
}

const maxNote = 200

const line = (change: Change, name: string) => {
  const by = change.actor === null ? "" : `by ${inWords(change.actor)}`
  const parts = [change.createdAt.slice(0, 19), change.type.padEnd(18), name, detailOf(change), by]
  return Output.cell(
    parts
      .filter((part) => part !== "")
      .join("  ")
      .slice(0, maxNote)
  )
}

export const tail = Command.make(
  "tail",
  {
    replay: Flags.optional(
      Flag.String("replay").pipe(
        Flag.withMetavar("N|CURSOR"),
        Flag.withDescription("Begins with the last N changes, or after a cursor of events list")
      )
    ),
    count: Feed.countFlag("changes")
  },
  Effect.fnUntraced(function* ({ count, replay }) {
    const name = namer()
    const counted = Feed.counter(count)
    const isJson = yield* Operations.Json
    const following = Feed.follow(
      replay,
      Effect.fnUntraced(function* (change) {
        yield* Console.log(isJson ? JSON.stringify(change) : line(change, yield* name(change)))
        yield* counted
      })
    )
    yield* Feed.untilEnough(following)
  })
).pipe(Command.withDescription("Prints each change as it happens; with --json, a JSON document a line."))
