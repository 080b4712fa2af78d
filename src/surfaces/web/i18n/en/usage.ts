import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const usage = {
  number: (value: number) => number(value),
  kinds: { key: "API key", app: "Connected app", person: "On these pages", gone: "No longer there" },
  fromUtc: "From (UTC)",
  answered: "Answered",
  refused: "Refused",
  lastHour: "The last hour, by minute",
  lastDay: "The last 24 hours, by hour",
  busiest: (most: number, limit: number) => `busiest minute ${number(most)} of ${number(limit)}`,
  soManyRefused: (count: number) => `${number(count)} refused`,
  minutesAgo: "60 minutes ago",
  hoursAgo: "24 hours ago",
  wasAnswered: "answered",
  wasRefused: "refused",
  limit: (count: number) => `limit of ${number(count)} a minute`,
  hourOf: (name: Part) => html`Requests of ${name} in the last hour, by minute`,
  dayOf: (name: Part) => html`Requests of ${name} in the last 24 hours, by hour`,
  soManyAnswered: (count: number) => `${plural(count, { one: "request", other: "requests" })} answered`,
  lately: (hour: number, day: number) =>
    `${plural(hour, { one: "request", other: "requests" })} in the last hour, ${number(day)} in 24 hours`,
  nothing: "Credential not found. Choose one from the list.",
  wholeWorkspace: "the whole workspace",
  about: (credential: number, workspace: number, status: number) =>
    `Requests to the API, MCP and these pages. The limit is ${number(credential)} in 60 seconds per credential and ${number(workspace)} per workspace. Requests above it are refused with ${status}. Counts are a few seconds behind.`,
  whole: "The whole workspace",
  showWhole: "Show the whole workspace",
  byCredential: "By credential"
}
