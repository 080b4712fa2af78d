import { html, type Part } from "../../platform/Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const parts = {
  copy: "Copy",
  ofList: "Parts of the list",
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
  nextPage: "Next page"
}
