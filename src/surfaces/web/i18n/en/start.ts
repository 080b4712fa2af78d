import { locale } from "./locale.ts"

const { plural } = locale

export const start = {
  title: "Start here",
  about:
    "This board is your pipeline. Each deal is a card that moves from left to right until it is won or lost. Reports, agents and integrations use the same data.",
  deal: "A first deal",
  aboutDeal: "A name is enough to start.",
  makeDeal: "Create a deal",
  file: "Existing data",
  aboutFile: "Deals or leads from a CSV or Excel file, or another CRM’s export.",
  import: "Import a file",
  agent: "AI agent",
  aboutAgent: "Creates an API key, and the configuration for Claude or another MCP client.",
  connect: "Connect an agent",
  example: "Example data",
  aboutExample: "Ten sample deals. Remove them with one click.",
  load: "Load examples",
  loaded: (count: number) =>
    `${plural(count, { one: "example deal", other: "example deals" })} on the board.`,
  removed: (count: number) => `${plural(count, { one: "example deal", other: "example deals" })} removed.`,
  isExample: "Deals labelled “Example” are samples.",
  remove: "Remove examples"
}
