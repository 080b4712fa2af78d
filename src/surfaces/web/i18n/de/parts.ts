import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const parts = {
  copy: "Kopieren",
  ofList: "Teile der Liste",
  range: (from: number, to: number, all: number) => `${number(from)} bis ${number(to)} von ${number(all)}`,
  previous: "Zurück",
  next: "Weiter",
  verbOf: (verb: Part, what: Part) => html`${what}: ${verb}`,
  now: "jetzt",
  age: {
    min: (count: number) => `${count} Min.`,
    h: (count: number) => `${count} Std.`,
    d: (count: number) => plural(count, { one: "Tag", other: "Tage" })
  },
  filter: "Filtern",
  pages: "Seiten",
  firstPage: "Erste Seite",
  noSuchPage:
    "Diese Seite der Liste gibt es nicht mehr: Ihr Filter oder ihre Reihenfolge ist inzwischen anders. Die Liste beginnt von vorn.",
  nextPage: "Nächste Seite"
}
