/** The words in images of reports: English, unless a page asks for its reader's language. */
import { Context } from "effect"
import { english, type ReportWords } from "../../src/reports/rules/ReportWords.ts"

export const ReportLocale = Context.Reference<ReportWords>("pipeline/layers/ReportLocale", {
  defaultValue: english
})
