/** Prints the service's URL once it runs; on first start also an API key and a sample request. */
import { Console, Effect } from "effect"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import * as OutputLines from "../../layers/runtime/OutputLines.ts"
import { build } from "../../layers/runtime/Version.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import * as Demo from "../demo/Demo.ts"
import * as FirstRun from "../identity/pages/signIn/FirstRun.ts"

const firstSteps = (base: string, { email, password, token }: Demo.Seeded) => `
  A demo workspace is ready. Its API key, shown once, by the names that examples and commands take:

    export SALES_PIPELINE_URL=${base}
    export SALES_PIPELINE_API_KEY=${token}

  Try it:

    curl -s "$SALES_PIPELINE_URL/v1/deals?limit=3" -H "Authorization: Bearer $SALES_PIPELINE_API_KEY"

  For an MCP client:

    {"mcpServers":{"sales-pipeline":{"type":"http","url":"${base}/mcp","headers":{"Authorization":"Bearer ${token}"}}}}

  To sign in at ${base}, or to connect an MCP client by OAuth (its address alone is enough):

    ${email}   ${password}
`

/** On a public address others may read the log, so it contains no secrets. */
const publicSteps = ({ email }: Demo.Seeded) => `
  A demo workspace is ready. Its key and password are not printed, because others can reach this address. To get in:

    npm run -s admin -- user reset --email ${email}
`

const noDemo = `
  No demo workspace was made, because others can reach this address. DEMO=1 makes one anyway.`

const setUp = (link: string) => `
  There is no workspace yet. Make yours here:

    ${link}
`

/** The same output as JSON lines. */
const asJson = Effect.fnUntraced(function* (
  base: string,
  seeded: Demo.Seeded | undefined,
  link: string | undefined
) {
  const { outside } = yield* Settings
  const print = (message: string, fields: Parameters<typeof OutputLines.print>[2]) =>
    OutputLines.print("json", message, fields)
  if (seeded !== undefined) {
    const { email, password, token } = seeded
    yield* outside
      ? print("A demo workspace is ready; npm run -s admin -- user reset gets you in", { email })
      : print("A demo workspace is ready; its key and password are shown once", {
          apiKey: token,
          email,
          password
        })
  }
  if (link !== undefined) yield* print("There is no workspace yet; make yours at the link", { link })
  yield* print(`Sales Pipeline is ready at ${base}`, { url: base, version: build, docs: `${base}/docs` })
})

/** Warnings about settings whose effect is easily missed. */
const remarks = Effect.gen(function* () {
  const { outside, promotionEnabled } = yield* Settings
  const base = yield* BaseUrl
  if (outside && base.startsWith("http:")) {
    yield* Effect.logWarning(
      `BASE_URL ${base} is not https: links in mails and the addresses that apps sign in at will be http. Behind a proxy that terminates TLS, set BASE_URL to the https address`
    )
  }
  if (promotionEnabled) yield* Effect.logInfo("PROMOTION_ENABLED is on: leads can be promoted to deals")
})

export const announce = Effect.gen(function* () {
  const base = yield* BaseUrl
  yield* remarks
  const { demo, logFormat, outside } = yield* Settings
  const seeded = demo ? yield* Demo.seed : undefined
  const link = yield* FirstRun.link
  if (logFormat === "json") return yield* asJson(base, seeded, link)
  yield* Console.log(`Sales Pipeline is ready at ${base}`)
  if (seeded !== undefined) yield* Console.log(outside ? publicSteps(seeded) : firstSteps(base, seeded))
  if (link !== undefined && outside) yield* Console.log(noDemo)
  if (link !== undefined) yield* Console.log(setUp(link))
  yield* Console.log(`API reference: ${base}/docs\nVersion ${build}`)
})
