/** Generates docs/tools.md: every MCP tool, its scopes, and the tokens that its definition costs. */
import * as Operation from "../src/contract/Operation.ts"
import { offered, toolList } from "../src/surfaces/mcp/tools/Definitions.ts"
import { tableOf } from "./settings.ts"
import { tokensOf } from "./tokens.ts"

const head = ["tool", "what it does", "scopes", "tokens"]

export const page = (): string => {
  const tools = toolList().map(({ description, inputSchema, name, title = "" }) => ({
    name,
    title,
    definition: { name, description, inputSchema }
  }))
  const rows = tools.map(({ definition, name, title }) => [
    `\`${name}\``,
    title,
    Operation.scopesOf(offered.find(({ tool }) => tool === name)!).join(", "),
    String(tokensOf(definition))
  ])
  return `# Tools

Written by \`npm run generate\`. The tokens are those of a tool's name, description and input schema in o200k_base:
what a model pays for it in each request. All together have ${tokensOf(tools.map(({ definition }) => definition))}. docs/mcp.md says how agents connect,
and how to offer them fewer tools.

${tableOf([head, ...rows])}
`
}
