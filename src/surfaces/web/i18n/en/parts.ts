import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const parts = {
  copy: "Copy",
  ofList: "List pages",
  range: (from: number, to: number, all: number) => `${number(from)} to ${number(to)} of ${number(all)}`,
  previous: "Previous",
  next: "Next",
  verbOf: (verb: Part, what: Part) => html`${verb} ${what}`,
  now: "now",
  age: {
    min: (count: number) => `${count} min`,
    h: (count: number) => `${count} h`,
    d: (count: number) => `${count} d`
  },
  filter: "Filter",
  pages: "Pages",
  firstPage: "First page",
  noSuchPage: "The filter or order of the list has changed. Showing the first page.",
  nextPage: "Next page"
}
