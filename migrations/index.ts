/** The migrations in order: numbered, and only forward. */
import { searchedTexts } from "./0079_searched_texts.ts"
import { duplicates } from "./0080_duplicates.ts"
import { plans } from "./0081_plans.ts"
import { dealForecast } from "./0082_deal_forecast.ts"
import { noteActivity } from "./0083_note_activity.ts"
import { boardGoals } from "./0084_board_goals.ts"
import { baseline } from "./baseline/Baseline.ts"

/** The baseline has the number and name of the last migration it replaces, so a database with that migration already has all of it. */
export const migrations = {
  "0078_search_signs": baseline,
  "0079_searched_texts": searchedTexts,
  "0080_duplicates": duplicates,
  "0081_plans": plans,
  "0082_deal_forecast": dealForecast,
  "0083_note_activity": noteActivity,
  "0084_board_goals": boardGoals
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
  "0079_searched_texts": "0078_search_signs",
  "0080_duplicates": "0078_search_signs",
  "0081_plans": "0078_search_signs",
  "0082_deal_forecast": "0078_search_signs",
  "0083_note_activity": "0078_search_signs",
  "0084_board_goals": "0078_search_signs"
} as const satisfies Record<Exclude<Name, "0078_search_signs">, Name>
