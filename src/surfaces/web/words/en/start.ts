import { speech } from "./speech.ts"

const { plural } = speech

export const start = {
  title: "Start here",
  about:
    "This board is your pipeline: every deal is a card, and moves from left to right until it is won or dead. Reports, agents and integrations all work from what is on it.",
  deal: "A first deal",
  aboutDeal: "A name is enough; the rest can follow.",
  makeDeal: "Create a deal",
  file: "What you have already",
  aboutFile: "Deals or leads from a CSV or Excel file, or another CRM’s export.",
  import: "Import a file",
  agent: "An agent",
  aboutAgent: "Creates an API key and shows the entry for Claude or another MCP client to copy.",
  connect: "Connect an agent",
  example: "An example",
  aboutExample: "Ten made-up deals to try things on. One click takes them away again.",
  load: "Load the example",
  loaded: (count: number) =>
    `${plural(count, { one: "example deal", other: "example deals" })} on the board.`,
  removed: (count: number) => `${plural(count, { one: "example deal", other: "example deals" })} removed.`,
  isExample: "Deals labelled “Example” are made up.",
  remove: "Remove the examples"
}
