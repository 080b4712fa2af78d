import { html, type Part } from "../../Html.ts"

export const reports = {
  download: "Download as an image:",
  light: "light",
  lightOf: (title: Part) => html`${title}, light image`,
  dark: "dark",
  darkOf: (title: Part) => html`${title}, dark image`,
  none: "No boards to report on. An admin can create one under Settings, Boards.",
  setGoals: "Set goals for each month",
  zone: (zone: Part) => html`Time zone: ${zone}. Weeks begin on Monday.`,
  from: "From",
  to: "To",
  owner: "Owner",
  everyone: "Everyone",
  periods: "Periods",
  period: {
    thisMonth: "This month",
    lastMonth: "Last month",
    thisQuarter: "This quarter",
    lastQuarter: "Last quarter",
    thisYear: "This year"
  },
  wrongMonths: (most: number) =>
    html`Choose up to ${most} months, the last not before the first. Showing this month instead.`,
  ofOneOwner: "The funnel and other reports include all owners. Choose Everyone to see them."
}
