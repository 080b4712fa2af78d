import { html, type Part } from "../../Html.ts"
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
  noSuchPage:
    "This page of the list isn't there any more: its filter or its order is another one by now. The list begins anew.",
  nextPage: "Next page"
}
