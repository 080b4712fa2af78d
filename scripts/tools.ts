/** Generates docs/tools.md: every MCP tool, its scopes, the tokens that its definition costs, and what no tool does. */
import { operations } from "../src/contract/Api.ts"
import * as Operation from "../src/contract/Operation.ts"
import { offered, toolList } from "../src/surfaces/mcp/tools/Definitions.ts"
import { fullView } from "../src/surfaces/mcp/tools/View.ts"
import { tableOf } from "./settings.ts"
import { tokensOf } from "./tokens.ts"

const head = ["tool", "what it does", "scopes", "tokens"]

type Definition = ReturnType<typeof toolList>[number]

/** The parts of a tool's definition that a model reads. */
export const shownOf = ({ description, inputSchema, name }: Definition) => ({
  name,
  description,
  inputSchema
})

const credentials = "It makes credentials."
const humans = "Only people decide this."

/** REST operations without a tool: the tool that does the same, or why there is none. */
export const without: Readonly<Record<string, string>> = {
  "notes.list": "`get_deal` with include notes.",
  "notes.get": "`get_deal` with include notes.",
  "notes.activity": "`get_deal` with include activity.",
  "leads.history": "`get_lead` with include enrichment.",
  "leads.update": "`triage_lead` and `patch_lead_enrichment`.",
  "boards.list": "`get_pipeline_summary`.",
  "boards.get": "`get_pipeline_summary`.",
  "boards.stages": "`get_pipeline_summary`.",
  "boards.replaceStages": "`set_board_stages`.",
  "boards.goals": "`show_this_month`.",
  "boards.setGoals": "`set_board_goals`.",
  "boards.lanes": "`get_pipeline_summary` for the sums, `list_deals` for the deals.",
  "reports.weightedPipeline": "`get_weighted_pipeline`.",
  "reports.summary": "`get_pipeline_summary`.",
  "reports.thisMonth": "`show_this_month`.",
  "reports.dealProgress": "`show_deal_progress`.",
  "reports.period": "`get_period_report`.",
  "reports.funnel": "`get_funnel`.",
  "templates.list": "`list_templates`.",
  "templates.use": "`log_template_use`.",
  "templates.render": "`render_template`.",
  "webhooks.get": "`list_webhooks`.",
  "members.list": "`list_members`.",
  "embed.createToken": credentials,
  "rules.list": "An agent reads its own rules with `get_me`.",
  "rules.set": humans,
  "approvals.approve": humans,
  "approvals.decline": humans
}

export const page = (): string => {
  const all = toolList()
  const listed = new Set(fullView.tools().map(({ name }) => name))
  const row = (tool: Definition) => {
    const operation = offered.find((one) => one.tool === tool.name)
    return [
      `\`${tool.name}\``,
      tool.title ?? "",
      operation === undefined ? "" : Operation.scopesOf(operation).join(", "),
      String(tokensOf(shownOf(tool)))
    ]
  }
  const others = all.filter(({ name }) => !listed.has(name))
  const rest = operations.flatMap(({ id, http, title }) =>
    without[id] === undefined || http === undefined
      ? []
      : [[`${http.method} /v1${http.path.replaceAll(/:(\w+)/gu, "{$1}")}`, title, without[id]]]
  )
  return `# Tools

Written by \`npm run generate\`. The tokens are those of a tool's name, description and input schema in o200k_base:
what a model pays for it in each request. docs/mcp.md says how agents connect, and how to offer them other tools.

## Listed

\`/mcp\` lists these. All together have ${tokensOf(fullView.tools().map(shownOf))} tokens.

${tableOf([head, ...fullView.tools().map(row)])}

## Found with find_tools

\`/mcp\` doesn't list these, so they cost nothing until an agent needs one: \`find_tools\` finds them, and \`call_tool\` calls them.
\`/mcp?toolset=all\` lists them.

${tableOf([head, ...others.map(row)])}

## REST operations without a tool

${tableOf([["operation", "what it does", "instead"], ...rest])}
`
}
