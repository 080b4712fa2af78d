/** The migrations in order: numbered, and only forward. */
import { dealForecast } from "./0079_deal_forecast.ts"
import { noteActivity } from "./0080_note_activity.ts"
import { baseline } from "./baseline/Baseline.ts"

/** The baseline has the number and name of the last migration it replaces, so a database with that migration already has all of it. */
export const migrations = {
  "0078_search_signs": baseline,
  "0079_deal_forecast": dealForecast,
  "0080_note_activity": noteActivity
}

/** The last version with the migrations that the baseline replaces. */
export const lastBeforeBaseline = "commit 092b6bae"

type Name = keyof typeof migrations

/**
 * For each migration after the baseline, the oldest migration that code must know to run on a database with it. Additions that older code
 * can ignore (a new table, a column with a default, an index) name the migration before. Changes that break older code (a renamed or
 * dropped column, a new constraint) name themselves, and ship in the release after the one whose code no longer needs what they remove.
 */
export const worksFrom = {
  "0079_deal_forecast": "0078_search_signs",
  "0080_note_activity": "0079_deal_forecast"
} satisfies Record<Exclude<Name, "0078_search_signs">, Name>
