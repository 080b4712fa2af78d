/** German: formal (“Sie”), buttons in the infinitive. */
import * as Locale from "./Locale.ts"
import type { Translation } from "./Translation.ts"
import { codes } from "./de/codes.ts"
import { history } from "./de/history.ts"
import { operations } from "./de/operations.ts"
import { phrases } from "./de/phrases.ts"
import { report } from "./de/report.ts"
import { titles } from "./de/titles.ts"
import * as words from "./de/words.ts"

export const language: Translation = {
  name: "Deutsch",
  words,
  locale: Locale.make("de", "de", ["„", "“"]),
  codes,
  phrases,
  titles,
  operations,
  history,
  report
}
