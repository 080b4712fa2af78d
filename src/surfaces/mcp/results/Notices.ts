/** Notices to a model in addition to the data, about a call that may have meant something else. */
import type { Currency } from "../../../../schema/Field.ts"
import { isCommon, commonNames } from "../../../../schema/Enrichment.ts"
import { nearest } from "../../../shared/Nearest.ts"
import * as Money from "../../../shared/Money.ts"
import type { Fields } from "../../http/request/Fields.ts"
import { isObject } from "../arguments/EmptyArguments.ts"

type Notice = (args: Fields, answer: Fields) => string | undefined

/** The formatted amount reveals a value that was meant as dollars but sent as cents. */
const amount =
  (field: string): Notice =>
  ({ [field]: cents }, { currency }) =>
    Number.isSafeInteger(cents) && typeof currency === "string"
      ? `${field} ${cents as number} is ${Money.format(cents as number, currency as Currency)}.`
      : undefined

/** Arguments that don't change a field. */
const nonFieldArguments = new Set(["id", "detail", "idempotencyKey", "ifMatch", "dryRun", "plan"])

const isSent = ([name, value]: readonly [string, unknown]) =>
  !nonFieldArguments.has(name) &&
  ![undefined, null, ""].includes(value as string) &&
  !(name === "clear" && Array.isArray(value) && value.length === 0)

/** Null and "" count as absent, so a model that sends them to empty a field would think it had. */
const unsent: Notice = (args) =>
  Object.entries(args).some(isSent)
    ? undefined
    : "Nothing was changed: no field was sent. To empty a field, name it in clear."

const either =
  (...notices: ReadonlyArray<Notice>): Notice =>
  (args, answer) =>
    notices.map((notice) => notice(args, answer)).find((text) => text !== undefined)

/** A change of less than one percent is rarely intended. */
const percent: Notice = ({ amountPercent: value }) =>
  typeof value === "number" && value !== 0 && Math.abs(value) < 1
    ? `amountPercent ${value} is ${value}%, not ${Number((value * 100).toFixed(2))}%.`
    : undefined

/** Custom keys are accepted, so a misspelt common key would be too. */
const misspelt: Notice = ({ enrichment }) => {
  if (!isObject(enrichment)) return undefined
  const own = Object.keys(enrichment).filter((key) => !isCommon(key))
  const meant = own.slice(0, 20).map((key) => ({ key, name: nearest(key, commonNames) }))
  const [first] = meant.filter(({ key, name }) => name !== undefined && enrichment[key] !== null)
  return first === undefined
    ? undefined
    : `${first.key} was stored as a key of your own; if you meant ${first.name}, send that.`
}

/** Amounts in different currencies can't be compared, although their numbers can. */
const currencies: Notice = ({ amountMax, amountMin, sort }, { data }) => {
  const isSorted = String(sort ?? "").endsWith("amount")
  if ((!isSorted && amountMin === undefined && amountMax === undefined) || !Array.isArray(data))
    return undefined
  const found = [...new Set(data.map((row: Fields) => row["currency"]))]
  if (found.length < 2) return undefined
  const order = isSorted ? " They are in order within each currency." : ""
  return `Amounts here are in ${found.join(", ")}, and nothing is converted.${order} Send boardId for one board's.`
}

const ofTool: Readonly<Record<string, Notice>> = {
  list_deals: currencies,
  search_deals: currencies,
  create_deal: amount("amountCents"),
  update_deal: either(amount("amountCents"), unsent),
  bulk_update_deals: percent,
  set_board_goals: amount("deal_value"),
  patch_lead_enrichment: misspelt
}

/** Identifies a replay. It is a separate text after the data, because a replay has the data of the first response. */
export const again =
  "This idempotencyKey was sent before: this is its answer of then, and nothing was done again."

/** The response with a notice, if one applies. */
export const noticed = (
  tool: string,
  args: Fields,
  encoded: { readonly value: unknown }
): object | undefined => {
  const notices = ofTool[tool]
  if (notices === undefined) return undefined
  const answer = encoded.value as Fields
  const more = notices(args, answer)
  if (more === undefined) return undefined
  const { notice } = answer
  return { ...answer, notice: typeof notice === "string" ? `${notice} ${more}` : more }
}

/** The notice for a call that is pending approval. */
export const pendingApproval = (id: string): string =>
  `Nothing was done yet: an admin has to approve this call, within a day. Tell the user that it waits, go on with something else, and don't send it again. get_approval with id ${id}, or changes_since, tells what came of it.`
