/** Parses a typed range of amounts in a board's currency. */
import { Effect, Result } from "effect"
import { callOperation } from "../../../surfaces/web/CallOperation.ts"
import * as Amounts from "../../../surfaces/web/Amounts.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import type { Part } from "../../../surfaces/web/Html.ts"
import type { PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"

export interface Typed {
  readonly min: string
  readonly max: string
}

/** The maximum length of an amount. */
export const maxLength = 40

const getBoard = callOperation("boards.get")

/** The range as list filters, and errors by field. */
export const read = Effect.fnUntraced(function* (context: PageContext, boardId: string, { max, min }: Typed) {
  const wrong = new Map<keyof Typed, Part>()
  const amounts: { amountMin?: number; amountMax?: number } = {}
  if (min !== "" || max !== "") {
    const { currency } = yield* getBoard({ id: boardId })
    const typed = [
      ["amountMin", "min", min, say.boards.amountFrom],
      ["amountMax", "max", max, say.boards.amountTo]
    ] as const
    for (const [name, field, text, label] of typed) {
      if (text === "") continue
      const read = Amounts.read(text, currency, context.visit.reader.locale)
      if (Result.isFailure(read)) {
        wrong.set(field, Problems.sentence(label, { message: read.failure, path: "" }))
      } else amounts[name] = read.success
    }
    // Swaps the two if they are in the wrong order.
    const { amountMax, amountMin } = amounts
    if (amountMin !== undefined && amountMax !== undefined && amountMin > amountMax) {
      Object.assign(amounts, { amountMin: amountMax, amountMax: amountMin })
    }
  }
  return { amounts, wrong }
})
