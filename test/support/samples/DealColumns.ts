/** The columns of a deal's row, with any value that each may hold. */
import * as fc from "fast-check"
import { selected } from "../../../layers/deals/DealRow.ts"
import { regions } from "./Deals.ts"
import { hostile, orNull, time } from "./Hostile.ts"
import type { Column } from "./RawRows.ts"

interface Hostile extends Column {
  readonly value: fc.Arbitrary<unknown>
}

const kindOf = (name: string): Omit<Hostile, "name"> => {
  if (/^(?:id|board_id|owner_id)$/u.test(name)) return { type: "uuid", value: fc.uuid() }
  if (name === "lead_id") return { type: "uuid", value: orNull(fc.uuid()) }
  if (name === "currency") return { type: "text", value: fc.constantFrom("USD", "EUR", "JPY") }
  if (name === "region") return { type: "text", value: fc.constantFrom(...regions) }
  if (name === "forecast_category")
    return { type: "text", value: fc.constantFrom("committed", "best_case", "pipeline") }
  if (name === "amount_cents") return { type: "int8", value: orNull(fc.maxSafeNat()) }
  if (name === "labels") return { type: "textArray", value: fc.array(hostile, { maxLength: 4 }) }
  if (/^(?:created|updated|stage_entered)_at$/u.test(name)) return { type: "timestamptz", value: time }
  if (name.endsWith("_at")) return { type: "timestamptz", value: orNull(time) }
  const isRequired = /^(?:name|stage_id|stage_name)$/u.test(name)
  return { type: "text", value: isRequired ? hostile : orNull(hostile) }
}

/** The names of a select list's columns, in order. A comma in brackets separates no columns. */
export const namesOf = (list: string) =>
  list
    .replaceAll(/\([^()]*\)/gu, "")
    .split(",")
    .map((column) => /(\w+)\s*$/u.exec(column)![1]!)

export const dealColumns: ReadonlyArray<Hostile> = namesOf(selected).map((name) => ({
  name,
  ...kindOf(name)
}))
