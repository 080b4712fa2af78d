import { html, type Part } from "../../platform/Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const boards = {
  board: "Board",
  show: "Show",
  searchLabel: "Search deals by name or company",
  placeholder: "Name or company",
  search: "Search",
  showAll: "Show all",
  open: (count: number, worth: Part) =>
    html`${plural(count, { one: "deal", other: "deals" })} open, worth <b>${worth}</b>`,
  andIn: (worth: Part, count: number) =>
    html` and ${worth} (${plural(count, { one: "deal", other: "deals" })})`,
  createFirst: "Create the first one.",
  noneMatch: (q: Part) => html`No deal on this board has “${q}” in its name or company.`,
  noDeals: "No deals here yet.",
  newDeal: "New deal",
  import: "Import",
  regions: { early: "Early", anchor: "Anchor", late: "Late", won: "Won", dead: "Dead" },
  deals: (count: number) => plural(count, { one: "deal", other: "deals" }),
  days: (count: number) => (count === 0 ? "Today" : plural(count, { one: "day", other: "days" })),
  move: "Move",
  stageOf: "Stage of",
  noName: "No name",
  inThisStage: "in this stage",
  all: (count: number) => `All ${plural(count, { one: "deal", other: "deals" })}`,
  allMatch: "All that match",
  inStage: (stage: Part) => html`in ${stage}`,
  undated: (count: number) => `${number(count)} without a date, in no month`,
  found: (count: number, more: boolean) => `${number(count)}${more ? "+" : ""} found`,
  newIn: (stage: Part) => html`New deal in ${stage}`,
  moved: "Moved.",
  stagesOf: (board: Part) => html`Stages of ${board}`,
  keys: html`Drag a deal to another stage, or press <kbd>Shift</kbd> with <kbd>←</kbd> or <kbd>→</kbd> on it,
    twice for won and dead, or <kbd>m</kbd> to choose one. <kbd>Ctrl</kbd> <kbd>Z</kbd> undoes. Arrows alone go
    from deal to deal.`,
  deleted: "Deleted deals",
  isIn: (deal: Part, stage: Part) => html`${deal} is in ${stage}.`,
  wrongStage: "Choose a stage of the deal’s board.",
  noStage: "This board has no such stage. Go back to the board to see its stages.",
  everyDeal: "Every deal of this stage, the newest first.",
  dealsWith: (q: Part) => html`The deals of this stage with “${q}” in name or company, the newest first.`,
  dealsIn: (stage: Part) => html`Deals in ${stage}`,
  deal: "Deal",
  company: "Company",
  amount: "Amount",
  owner: "Owner",
  sinceWhen: "In this stage since",
  noneHere: "No deals here."
}
