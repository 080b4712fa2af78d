/** Announces the MCP server to clients that know only the address (SEP-2127 and the AI catalog). */
import { isIP } from "node:net"
import * as Revisions from "../mcp/Revisions.ts"
import * as Icon from "./Icon.ts"

export const description = "Deals, leads, boards and reports of a self-hosted sales pipeline."

/** The host name with its parts reversed (`com.example.crm`); an IP address becomes `localhost`. */
const reversed = (host: string) =>
  isIP(host.replaceAll(/[[\]]/gu, "")) > 0 ? "localhost" : host.split(".").toReversed().join(".")

export const cardType = "application/mcp-server-card+json"
export const catalogType = "application/ai-catalog+json"

export const card = (base: string) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  name: `${reversed(new URL(base).hostname)}/${Revisions.info.name}`,
  title: Revisions.info.title,
  description,
  version: Revisions.info.version,
  websiteUrl: `${base}/docs`,
  icons: Icon.at(base),
  remotes: [
    {
      type: "streamable-http",
      url: `${base}/mcp`,
      supportedProtocolVersions: [Revisions.modern, ...Revisions.legacy],
      headers: [
        {
          name: "Authorization",
          description: "Bearer and an API key of the workspace; clients that speak OAuth 2.1 leave it out.",
          isRequired: false,
          isSecret: true
        }
      ]
    }
  ]
})

export const catalog = (base: string) => ({
  specVersion: "1.0",
  entries: [
    {
      identifier: `urn:air:${new URL(base).hostname.replaceAll(/[[\]]/gu, "").replaceAll(":", "-")}:mcp:${Revisions.info.name}`,
      displayName: Revisions.info.title,
      description,
      representativeQueries: [
        "Which deals are stuck?",
        "Are we on pace this month?",
        "Move the Acme deal to Won."
      ],
      type: cardType,
      url: `${base}/mcp/server-card`
    }
  ]
})
