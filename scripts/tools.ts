/** Writes docs/tools.md: every tool of the MCP server, what it needs, and what its definition costs a model. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import * as Operation from "../src/contract/Operation.ts"
import { offered, toolList } from "../src/surfaces/mcp/Definitions.ts"
import { tableOf } from "./settings.ts"

const tokensOf = (value: unknown): number => countTokens(JSON.stringify(value))

const head = ["tool", "what it does", "scopes", "tokens"]

const rows = (): ReadonlyArray<ReadonlyArray<string>> =>
  toolList().map(({ description, inputSchema, name, title = "" }) => [
    `\`${name}\``,
    title,
    Operation.scopesOf(offered.find(({ tool }) => tool === name)!).join(", "),
    String(tokensOf({ name, description, inputSchema }))
  ])

export const page = (): string => `# Tools

Written by \`npm run generate\`. The tokens are those of a tool's name, description and input schema in o200k_base: what each request of a model
pays for it. All together have ${tokensOf(toolList().map(({ description, inputSchema, name }) => ({ name, description, inputSchema })))}. docs/mcp.md says how agents connect, and how to offer them fewer tools.

${tableOf([head, ...rows()])}
`
