import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll } from "vitest"

const head = `
  import { createClient, PipelineError, verifyWebhook, type Failure } from ${JSON.stringify(resolve("client/typescript/src/index.ts"))}
  const client = createClient({ url: "https://crm.example", key: "svc_live_1" })
`

/** What every error of a read is, and what happens to each. */
const cases = [
  "authentication_error",
  "permission_error",
  "invalid_request_error",
  "rate_limit_error",
  "api_error",
  "connection_error",
  "not_found"
]

const handled = (types: ReadonlyArray<string>) => `
  const result = await client.deals.get.safe({ id: "1" })
  if (!result.ok) switch (result.error.type) {
    ${types.map((type) => `case "${type}": break`).join("\n")}
    default: result.error satisfies never
  }
`

/** Programs, and what the compiler says of each; undefined if it says nothing. */
const programs: Readonly<Record<string, readonly [string, RegExp | undefined]>> = {
  right: [
    `
    const deal = await client.deals.create({ boardId: "b", name: "A", amountCents: null, labels: ["x"] })
    const amount: number | null = deal.amountCents
    for await (const one of client.deals.list({ status: "won" })) one.stage.region === "won"
    const page = await client.deals.list()
    const next: string | null = page.nextCursor
    const rehearsed = await client.deals.move.dryRun({ id: deal.id, toStageId: "s" })
    const region: "early" | "anchor" | "late" | "won" | "dead" = rehearsed.answer.stage.region
    await client.me.get()
    await client.leads.update({ id: "l", enrichment: { summary: "A", anything: { of: "mine" } } })
    const event = await verifyWebhook({ headers: {}, body: "" }, "whsec_")
    if (event.event === "deal.stage_changed") event.deal_id satisfies string
    `,
    undefined
  ],
  all_faults: [handled(cases), undefined],
  missing_fault: [handled(cases.slice(1)), /does not satisfy the expected type 'never'/u],
  all_codes: [
    `
    const limit = (error: Failure<"rate_limit_error" | "api_error">) => {
      switch (error.code) {
        case "rate_limited_key": case "rate_limited_workspace": case "rate_limited_address":
        case "rate_limited_account": case "too_many_approvals": case "too_many_costly_reads":
          return error.type satisfies "rate_limit_error"
        case "internal_error": case "unavailable":
          return error.type satisfies "api_error"
        default:
          return error satisfies never
      }
    }
    `,
    undefined
  ],
  missing_code: [
    `
    const limit = (error: Failure<"api_error">) => {
      if (error.code !== "internal_error") error.code satisfies never
    }
    `,
    /'"unavailable"' does not satisfy the expected type 'never'/u
  ],
  misspelt_code: [
    `try {} catch (error) { if (error instanceof PipelineError && error.code === "deal_not_fond") {} }`,
    /have no overlap/u
  ],
  misspelt_field: [
    `client.deals.create({ boardId: "b", name: "A", amountCent: 1 })`,
    /'amountCent' does not exist in type 'DealsCreateInput'/u
  ],
  misspelt_operation: [`client.deals.crate({ boardId: "b", name: "A" })`, /Property 'crate' does not exist/u],
  missing_field: [`client.deals.create({ boardId: "b" })`, /'name' is missing in type/u],
  missing_input: [`client.deals.get()`, /Expected 1-2 arguments/u],
  wrong_value: [`client.deals.list({ status: "lost" })`, /'"lost"' is not assignable to type/u],
  misspelt_answer: [
    `(await client.deals.get({ id: "1" })).nam`,
    /Property 'nam' does not exist on type 'DealDetails'/u
  ],
  unchecked_result: [`(await client.me.get.safe()).value`, /Property 'value' does not exist/u],
  plan_of_a_read: [`client.deals.get({ id: "1" }, { plan: "p" })`, /'plan' does not exist/u],
  dry_run_of_a_read: [`client.deals.get.dryRun({ id: "1" })`, /Property 'dryRun' does not exist/u]
}

const directory = mkdtempSync(join(tmpdir(), "pipeline-types-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Compiles all programs at once; what is said of each, by its name. */
const compiled = async () => {
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck"]
  const target = [
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--lib",
    "es2022,dom,dom.iterable,dom.asynciterable"
  ]
  const files = Object.entries(programs).map(([name, [text]]) => {
    writeFileSync(join(directory, `${name}.mts`), `${head};${text}`)
    return `${name}.mts`
  })
  const args = [
    resolve("node_modules/typescript/bin/tsc"),
    ...options,
    ...target,
    "--allowImportingTsExtensions"
  ]
  return new Promise<string>((done) =>
    execFile(process.execPath, [...args, "--types", "", ...files], { cwd: directory }, (_, stdout) =>
      done(stdout)
    )
  )
}

describe("the types of the client", () => {
  it("take what is right, and name what is wrong", { timeout: 120_000 }, async () => {
    const said = (await compiled()).split("\n")
    for (const [name, [, wanted]] of Object.entries(programs)) {
      const own = said.filter((line) => line.includes(`${name}.mts`))
      if (wanted === undefined) assert.deepStrictEqual(own, [], name)
      else {
        assert.lengthOf(own, 1, `${name}: ${own.join("\n")}`)
        // The reason may be on a line below.
        assert.match(said.slice(said.indexOf(own[0]!), said.indexOf(own[0]!) + 4).join("\n"), wanted, name)
      }
    }
    assert.lengthOf(
      said.filter((line) => line.includes("error TS") && !line.includes(".mts")),
      0
    )
  })
})
