/** Rejects filters that can't match anything, because a range ends before it begins. */
import { Invalid } from "../../../schema/Fault.ts"

type Filters = Readonly<Record<string, unknown>>

const amounts = [["amountMin", "amountMax"]] as const
const times = [
  ["createdAfter", "createdBefore"],
  ["closedAfter", "closedBefore"],
  ["nextStepAfter", "nextStepBefore"],
  ["expectedCloseAfter", "expectedCloseBefore"]
] as const

/** The error, which names both fields. */
export const of = (input: Filters): Invalid | undefined => {
  const [amount] = amounts.filter(([min, max]) => (input[min] as number) > (input[max] as number))
  const [time] = times.filter(
    ([after, before]) => Date.parse(String(input[after])) >= Date.parse(String(input[before]))
  )
  const pair = amount ?? time
  if (pair === undefined) return undefined
  const [from, to] = pair
  const message =
    pair === amount
      ? `is more than ${to}, so that no deal can match`
      : `is not before ${to}, so that no deal can match: ${from} counts, ${to} no longer does`
  return new Invalid({
    code: "invalid_query",
    message: `${from} ${message}.`,
    meta: { issues: [{ path: from, message }] }
  })
}
