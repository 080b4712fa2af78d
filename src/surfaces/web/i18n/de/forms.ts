import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { form, number, plural } = locale

export const forms = {
  such: (currency: Part, such: Part) => html`In ${currency}, zum Beispiel ${such}.`,
  oneALine: (most: number) => `Eine Zeile je Eintrag, höchstens ${number(most)}.`,
  choose: (what: Part) => html`Wählen Sie ${what}.`,
  checkAtLeast: (least: number) =>
    `Wählen Sie mindestens ${form(least, { one: "einen Eintrag", other: `${number(least)} Einträge` })}.`,
  atMost: (most: number) => `Geben Sie höchstens ${number(most)} ein, je Zeile einen Eintrag.`,
  twice: "wurde mehrfach gesendet",
  noCurrency: "lässt sich ohne Währung nicht lesen",
  entry: (label: string, entry: number) => `${label}: Eintrag ${number(entry)}`,
  noAmount: (currency: Part, such: Part) =>
    html`muss ein Betrag wie ${such} sein, ohne Währungszeichen und Buchstaben: Er ist in ${currency}`,
  way: (typed: Part, amount: Part) => html`„${typed}“ für ${amount}`,
  roundedWay: (amount: Part) => html`gerundet ${amount}`,
  twoWays: (ways: ReadonlyArray<Part>) =>
    html`lässt sich auf zwei Arten lesen: ${ways.map((way, index) => [index > 0 && " oder ", way])}`,
  decimals: (currency: Part, digits: number, such: Part) => {
    const count =
      digits === 0
        ? "keine Nachkommastellen"
        : plural(digits, { one: "Nachkommastelle", other: "Nachkommastellen" })
    return html`muss ein Betrag wie ${such} sein: ${currency} hat ${count}`
  },
  maxAmount: (most: Part) => html`darf höchstens ${most} sein`
}
