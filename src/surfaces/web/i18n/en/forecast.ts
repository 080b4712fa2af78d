import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { plural } = locale

export const forecast = {
  by: "Periods",
  lengths: { month: "Months", quarter: "Quarters" },
  table: "Forecast by period",
  chart: (currency: string) => `Chart of the forecast in ${currency}. The table below has its figures.`,
  highest: (amount: Part) => html`highest: ${amount}`,
  period: "Period",
  overdue: "Overdue",
  later: "Later",
  quarter: (quarter: number, year: string) => `Q${quarter} ${year}`,
  deals: "Open deals",
  won: "Won",
  weighted: "Weighted",
  goal: "Goal",
  gap: "Gap to goal",
  covered: "None",
  noGoal: "No goal",
  setGoals: "Set goals",
  empty: "No open deal has an expected close yet. Open a deal to set its expected close and forecast.",
  undated: (count: number) =>
    `${plural(count, { one: "open deal has", other: "open deals have" })} no expected close and ${count === 1 ? "isn't" : "aren't"} in the table.`,
  showOpen: "Show open deals",
  choose: "Choose a period to see its open deals.",
  about: (zone: Part) =>
    html`Open deals count in the period of their expected close. Weighted: amounts multiplied by the
    probability of their stages. Gap to goal: the goal less won and committed. Time zone: ${zone}.`,
  dealsOf: (period: Part) => html`Open deals: ${period}`,
  none: "No open deals in this period.",
  first: (count: number) => `The first ${count} deals by expected close.`,
  showAll: "Show all in the list of deals"
}
