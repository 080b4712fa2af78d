import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const forms = {
  such: (currency: Part, such: Part) => html`In ${currency}, such as ${such}.`,
  oneALine: (most: number) => `One a line, at most ${number(most)}.`,
  choose: (what: Part) => html`Choose ${what}.`,
  checkAtLeast: (least: number) => `Check at least ${least === 1 ? "one" : number(least)}.`,
  atMost: (most: number) => `Enter at most ${number(most)}, one a line.`,
  twice: "is given more than once",
  noCurrency: "cannot be read without its currency",
  entry: (label: string, entry: number) => `${label.replace(/s$/u, "")} ${number(entry)}`,
  noAmount: (currency: Part, such: Part) =>
    html`must be an amount such as ${such}, without a currency sign or letters: it is in ${currency}`,
  way: (typed: Part, amount: Part) => html`“${typed}” for ${amount}`,
  roundedWay: (amount: Part) => html`rounded, ${amount}`,
  twoWays: (ways: ReadonlyArray<Part>) =>
    html`can be read in two ways: ${ways.map((way, index) => [index > 0 && ", or ", way])}`,
  decimals: (currency: Part, digits: number, such: Part) => {
    const count = digits === 0 ? "no decimals" : plural(digits, { one: "decimal", other: "decimals" })
    return html`must be an amount such as ${such}: ${currency} has ${count}`
  },
  mostAmount: (most: Part) => html`must be at most ${most}`
}
