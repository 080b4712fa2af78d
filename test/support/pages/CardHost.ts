/** The official host of MCP Apps, bundled for a page. */
import { Effect } from "effect"
import { rolldown } from "rolldown"

/** The script that gives a page `show`. */
export const script = Effect.promise(async () => {
  const bundle = await rolldown({ input: "test/support/pages/cardHost.browser.ts", platform: "browser" })
  const { output } = await bundle.generate({ format: "iife" })
  return output[0].code
})
