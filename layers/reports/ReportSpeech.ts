/** What images of reports say: English, unless a page asks for one in its reader's language. */
import { Context } from "effect"
import { english, type ReportWords } from "../../src/reports/rules/ReportWords.ts"

export const ReportSpeech = Context.Reference<ReportWords>("pipeline/layers/ReportSpeech", {
  defaultValue: english
})
