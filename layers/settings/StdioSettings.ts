/** Settings of the stdio server (`npm run mcp`), which desktop clients start. */
import * as Setting from "./Setting.ts"

export const bridge = {
  url: Setting.text("SALES_PIPELINE_URL", {
    default: "http://127.0.0.1:3000",
    pattern: { like: /^https?:\/\/\S+$/u, expected: "an address, http://… or https://…" },
    about: "the address of the service"
  }),
  key: Setting.secret("SALES_PIPELINE_API_KEY", { about: "an API key of your workspace (`svc_live_…`)" }),
  toolset: Setting.text("SALES_PIPELINE_TOOLSET", {
    default: "",
    about: "the sets of tools to offer, separated by commas; see [mcp](mcp.md)"
  }),
  readonly: Setting.text("SALES_PIPELINE_READONLY", {
    default: "",
    about: "`true` offers only the tools that read"
  })
}
