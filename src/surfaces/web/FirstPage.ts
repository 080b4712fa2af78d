/** A page of a list whose cursor may be old: its filter or order changed since, or the address isn't whole. */
import { Effect } from "effect"
import type { Fault } from "../../../schema/Fault.ts"
import { status } from "../../../schema/Fault.ts"
import { say } from "./words/Words.ts"

const isOld = (error: unknown): boolean => (error as Partial<Fault>).code === "invalid_cursor"

/** The page, or else the first one: `gone` says so above it, and `status` is that of the refusal. */
export const orFirst = <A, E, R>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Effect.Effect<A, E, R>
) =>
  Effect.map(read(cursor), (list) => ({ list, cursor, gone: undefined, status: 200 as number })).pipe(
    Effect.catchIf(isOld, () =>
      Effect.map(read(undefined), (list) => ({
        list,
        cursor: undefined,
        gone: say.parts.noSuchPage,
        status: status.invalid_request_error as number
      }))
    )
  )
