/** The paginated parts of a response. */
import { Result } from "effect"
import { Invalid } from "../../schema/Fault.ts"

/** Checks that a cursor is sent with exactly the part that it continues. */
export const check = (
  include: ReadonlyArray<string>,
  cursor: string | undefined,
  paged: ReadonlyArray<string>
): Result.Result<void, Invalid> => {
  const asked = paged.filter((part) => include.includes(part))
  if (cursor === undefined || asked.length === 1) return Result.succeed(undefined)
  const message = `goes on with one part: send include with ${paged.join(" or ")}, whichever its nextCursor came with`
  return Result.fail(
    new Invalid({
      code: "invalid_query",
      message: `cursor ${message}.`,
      meta: { issues: [{ path: "cursor", message }] }
    })
  )
}
