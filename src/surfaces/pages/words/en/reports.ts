import { html, type Part } from "../../platform/Html.ts"

export const reports = {
  download: "Download as an image:",
  light: "light",
  lightOf: (title: Part) => html`${title}, light image`,
  dark: "dark",
  darkOf: (title: Part) => html`${title}, dark image`,
  none: "This workspace has no board to report on. An admin can create one under Settings, Boards.",
  setGoals: "Set goals for each month",
  zone: "Months begin on their first day and weeks on Monday, at midnight UTC."
}
