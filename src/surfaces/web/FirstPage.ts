/** Shows the first page of a list if the cursor is invalid: its filter or order changed, or the address was cut off. */
import { Effect } from "effect"
import type { Fault } from "../../../schema/Fault.ts"
import { status } from "../../../schema/Fault.ts"
import { say } from "./i18n/Words.ts"

const isOld = (error: unknown): boolean => (error as Partial<Fault>).code === "invalid_cursor"

/** The requested page, or else the first one; then `gone` explains it, and `status` is that of the refusal. */
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
