/** Work beside the service: a fiber that looks new leads up and writes down what it found. It is restarted if it fails. */
import { Effect, Layer, Redacted } from "effect"
import { Caller, forever, start } from "sales-pipeline/extend"
import type { Lead } from "sales-pipeline/schema/Lead"

/** Ask your provider here. What it throws is logged, and tried again. */
const research = async (website: string) => ({
  score: website.endsWith(".example") ? 10 : 60,
  verdict: `Found ${website}.`
})

/** A key of a workspace, with the scopes leads:read and leads:write. */
const key = Redacted.make(process.env["ENRICHER_KEY"] ?? "")

const turn = Effect.gen(function* () {
  const { call } = yield* Caller
  const { data } = yield* call("leads.list", { triageStatus: "new", limit: 25 }, { key })
  for (const { contact, enrichment, id } of data as ReadonlyArray<Lead>) {
    const { companyWebsite } = contact
    if (companyWebsite === null || enrichment?.status !== undefined) continue
    const found = yield* Effect.promise(() => research(companyWebsite))
    const written = { ...found, status: "complete", provider: "research" }
    yield* call("leads.update", { id, enrichment: written }, { key })
  }
})

const enriching = Layer.effectDiscard(
  Effect.forkScoped(forever("Enriching leads", () => turn, { every: "5 seconds" }))
)

await start({ beside: [enriching] })
