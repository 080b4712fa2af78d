/** The database's history, in order: numbered, forward only. */
import { baseline } from "./baseline/Baseline.ts"

/** The baseline has the number and name of the last migration it replaces: a database with that one has all of it. */
export const migrations = {
  "0078_search_signs": baseline
}

/** The last version with the migrations that the baseline replaces. */
export const lastBeforeBaseline = "commit 092b6bae"

type Name = keyof typeof migrations

/**
 * For each migration after the baseline, the oldest migration that code must know to run on a database with it. A migration that
 * older code can't tell from none (a new table, a column with a default, an index) names the one before all work on it;
 * one that older code can't live with (a renamed or dropped column, a new rule for rows) names itself, and first comes in
 * the release after the one whose code no longer needs what it removes.
 */
export const worksFrom = {} satisfies Record<Exclude<Name, "0078_search_signs">, Name>
