/** The vocabulary for a deal's activity. The text follows the actor's name. This is English; pages have other languages. */
import type { Deal } from "../../../schema/Deal.ts"
import type * as DealFields from "../../../schema/DealFields.ts"
import type { Currency } from "../../../schema/Field.ts"
import * as Money from "../../shared/Money.ts"
import * as NextStep from "./NextStep.ts"

export interface ActivityWords {
  readonly quoted: (text: string) => string
  /** Formats a name, such as a stage's. */
  readonly name: (text: string) => string
  /** Replaces the name of a person who isn't a member any more. */
  readonly left: string
  readonly money: (cents: number, currency: Currency) => string
  readonly moment: (iso: string) => string
  readonly list: (texts: ReadonlyArray<string>) => string
  /** The API's field names as they appear in the sentences below. */
  readonly fields: Readonly<Record<DealFields.Changeable, string>>
  readonly forecast: Readonly<Record<Deal["forecastCategory"], string>>
  readonly created: (stage: string | undefined) => string
  readonly moved: (from: string | undefined, to: string | undefined) => string
  readonly won: string
  readonly dead: (reason: string | undefined) => string
  readonly reopened: string
  readonly promoted: string
  /** Either the deal that was merged into this one, or the one that this was merged into. */
  readonly merged: (from: string | undefined, to: string | undefined) => string
  readonly usedTemplate: (name: string | undefined) => string
  /** `parts` are the changes of single fields, already joined. */
  readonly updated: (parts: string) => string
  readonly changed: (field: string, before?: string, after?: string) => string
  readonly cleared: (field: string) => string
  readonly set: (field: string, after: string) => string
}

const joinList = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

const where = (word: string, place: string | undefined): string =>
  place === undefined ? "" : ` ${word} ${place}`

export const english: ActivityWords = {
  quoted: (text) => `“${text}”`,
  name: (text) => text,
  left: "someone who left",
  money: Money.short,
  moment: (iso) => (NextStep.isWholeDay(iso) ? iso.slice(0, 10) : iso).replace(/T(\d\d:\d\d).*/u, " $1 UTC"),
  list: joinList,
  fields: {
    name: "the name",
    company: "the company",
    amountCents: "the amount",
    stage: "the stage",
    ownerId: "the owner",
    labels: "the labels",
    nextStep: "the next step",
    nextStepAt: "the time of the next step",
    expectedCloseAt: "when it is expected to close",
    forecastCategory: "the forecast",
    lostReason: "the reason why it was lost",
    externalId: "the external id",
    primaryContact: "the primary contact",
    keyTerms: "the key terms"
  },
  forecast: { committed: "committed", best_case: "best case", pipeline: "pipeline" },
  created: (stage) => `created the deal${where("in", stage)}`,
  moved: (from, to) => `moved the deal${where("from", from)}${where("to", to)}`,
  won: "won the deal",
  dead: (reason) => `marked the deal as lost${reason ? `: ${reason}` : ""}`,
  reopened: "reopened the deal",
  promoted: "created the deal from a lead",
  merged: (from, to) =>
    to === undefined ? `merged ${from ?? "a deal"} into this one` : `merged the deal into ${to}`,
  usedTemplate: (name) => (name === undefined ? "used an email template" : `used the email template ${name}`),
  updated: (parts) => parts,
  changed: (field, before, after) =>
    before === undefined || after === undefined
      ? `changed ${field}`
      : `changed ${field} from ${before} to ${after}`,
  cleared: (field) => `cleared ${field}`,
  set: (field, after) => `set ${field} to ${after}`
}
