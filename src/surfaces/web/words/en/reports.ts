import { html, type Part } from "../../Html.ts"

export const reports = {
  download: "Download as an image:",
  light: "light",
  lightOf: (title: Part) => html`${title}, light image`,
  dark: "dark",
  darkOf: (title: Part) => html`${title}, dark image`,
  none: "This workspace has no board to report on. An admin can create one under Settings, Boards.",
  setGoals: "Set goals for each month",
  zone: (zone: Part) =>
    html`Months begin on their first day and weeks on Monday, at midnight, time zone ${zone}.`,
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
    html`Choose months as YYYY-MM, the last one not before the first, and at most ${most}. This month is
    shown.`,
  ofOneOwner: "The funnel and the other reports are of all owners: choose Everyone to see them."
}
