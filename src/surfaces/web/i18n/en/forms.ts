import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const forms = {
  such: (currency: Part, such: Part) => html`In ${currency}, for example ${such}.`,
  oneALine: (most: number) => `One per line, up to ${number(most)}.`,
  choose: (what: Part) => html`Choose ${what}.`,
  checkAtLeast: (least: number) => `Select at least ${least === 1 ? "one" : number(least)}.`,
  atMost: (most: number) => `Enter up to ${number(most)}, one per line.`,
  twice: "can only be given once",
  noCurrency: "needs a currency",
  entry: (label: string, entry: number) => `${label.replace(/s$/u, "")} ${number(entry)}`,
  noAmount: (currency: Part, such: Part) =>
    html`must be an amount in ${currency}, for example ${such}. Leave out letters and currency signs`,
  way: (typed: Part, amount: Part) => html`“${typed}” for ${amount}`,
  roundedWay: (amount: Part) => html`rounded, ${amount}`,
  twoWays: (ways: ReadonlyArray<Part>) =>
    html`is ambiguous: enter ${ways.map((way, index) => [index > 0 && ", or ", way])}`,
  decimals: (currency: Part, digits: number, such: Part) => {
    const count = digits === 0 ? "no decimals" : plural(digits, { one: "decimal", other: "decimals" })
    return html`must be an amount, for example ${such}: ${currency} has ${count}`
  },
  maxAmount: (most: Part) => html`must be at most ${most}`
}
