/** /llms.txt: what this service is, and where a model can read more. The numbers of groups and tools come from the contract. */
import { operations, routed } from "../../contract/Api.ts"
import { titleOf } from "../docs/Description.ts"

const groups = [...new Set(routed.map(({ id }) => id.split(".")[0]!))]

const tools = operations.filter(({ tool }) => tool !== undefined).length

const link = (title: string, address: string, about: string) => `- [${title}](${address}): ${about}`

export const make = (base: string): string => `# Sales Pipeline

> A self-hosted sales pipeline for people and AI agents: deals on boards with stages, a lead inbox with triage and research, reports,
> email templates, webhooks and a feed of changes. One workspace a credential; everything below \`/v1\` and \`/mcp\` needs an API key or
> OAuth 2.1.

Amounts are integer minor units of their currency. Lists end with \`hasMore\` and \`nextCursor\`. Writes take an idempotency key. An error says
what to change.

## For agents

${link("MCP server", `${base}/mcp`, `${tools} tools, resources, completions and prompts over Streamable HTTP`)}
${link("Server card", `${base}/mcp/server-card`, "address and revisions of the MCP server, for clients")}
${link("Skill", `${base}/skill.md`, "which tool for which job, in 600 words")}

## API

${link("OpenAPI 3.1", `${base}/openapi.json`, "every operation, field and error, for machines")}
${link("Postman collection", `${base}/postman.json`, "a request for each operation")}
${link("Everything as one text", `${base}/llms-full.txt`, "the guides and the reference in Markdown, about 120,000 tokens")}
${link("Documentation", `${base}/docs`, "guides for people")}
${link("Reference", `${base}/docs/reference`, "every operation, for people")}
${link("Errors", `${base}/docs/errors`, "every code, and what to do about it")}
${link("Events", `${base}/docs/webhook-events`, "what webhooks send")}

## Operations

${groups
  .map((group) =>
    link(
      titleOf(group),
      `${base}/docs/${group}`,
      routed
        .filter(({ id }) => id.startsWith(`${group}.`))
        .map(({ title }) => title.toLowerCase())
        .join("; ")
    )
  )
  .join("\n")}
`
