/** The titles of fields, by their English ones, in German. */
import type { Titles } from "../Words.ts"

export const titles: Titles = {}
