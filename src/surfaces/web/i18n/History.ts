/** The words for changes that the domain describes. Each language defines the words; numbers and times come from its locale. */
import { type ChangeWords, english as records } from "../../../audit/rules/ChangeWords.ts"
import { type ActivityWords, english as deals } from "../../../deals/rules/ActivityWords.ts"

type Formats = "quoted" | "name" | "money" | "moment" | "list"

export interface History {
  readonly deal: Omit<ActivityWords, Formats>
  readonly record: Omit<ChangeWords, Formats | "title"> & {
    /** `resource` is a word from `resources`. */
    readonly title: (
      resource: string,
      verb: "made" | "removed" | "changed",
      count: number | undefined
    ) => string
  }
}

export const english: History = {
  deal: deals,
  record: {
    ...records,
    title: (resource, verb, count) =>
      `${resource}${count === undefined ? "" : `s, ${count} of them,`} ${verb}`
  }
}
