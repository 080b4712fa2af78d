/** Qualifies new leads: claims one after another, has it researched, and writes down what came of it. */
import { setTimeout as pause } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { createClient, type Lead, PipelineError } from "../../../client/typescript/src/index.ts" // of your own project: "@sales-pipeline/client"

/** One line instead of a stack trace: what ends up here is a setting to mend. */
process.on("uncaughtException", ({ message }) => {
  console.error(message)
  process.exit(1)
})

const { values: options } = parseArgs({
  options: {
    once: { type: "boolean", default: false },
    every: { type: "string", default: "10" },
    research: { type: "string" }
  }
})
const seconds = Number(options.every)
if (!(seconds >= 1 && seconds <= 3_600)) throw new RangeError("--every takes seconds, from 1 to 3600.")

const file =
  options.research === undefined ? new URL("./research.ts", import.meta.url) : pathToFileURL(options.research)
const { research } = (await import(file.href)) as typeof import("./research.ts")

const key = process.env["SALES_PIPELINE_API_KEY"]
if (!key) {
  console.error("Set SALES_PIPELINE_API_KEY to a key with the scopes leads:read and leads:write.")
  process.exit(2)
}
const url = process.env["SALES_PIPELINE_URL"] ?? "http://127.0.0.1:3000"
const client = createClient({ url, key, agent: "qualifier" })

const minutes = 60_000
/** The service holds a claim against others for ten minutes: research ends before that. */
const claimLasts = 10 * minutes
const patience = 8 * minutes
/** Older leads are left to people. */
const lookBack = 7 * 24 * 60 * minutes
const tries = 3

const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort())

const say = (lead: Lead, what: string) =>
  console.log(`${lead.contact.companyName ?? lead.contact.email ?? lead.id}: ${what}`)

/** How often it was tried: a key of our own in the enrichment, which the service keeps. */
const attemptsOf = ({ enrichment }: Lead) => Number(enrichment["attempts"] ?? 0)

const lastWrite = ({ enrichment }: Lead) => enrichment.history.at(-1)?.at

/** Nobody has begun it, or whoever did is gone. */
const isOpen = (lead: Lead) => {
  const { status } = lead.enrichment
  if (status === undefined || status === "queued") return true
  return status === "in_progress" && Date.now() - Date.parse(lastWrite(lead) ?? "") > claimLasts
}

/**
 * Whether the lead is ours now. A claim is refused (409) while another credential holds it. The plan makes it safe for a second process with
 * the same key, too: it is carried out only if the lead is still as it was read.
 */
const claim = async (lead: Lead) => {
  const input = {
    id: lead.id,
    enrichmentClaim: true,
    enrichment: { status: "in_progress", attempts: attemptsOf(lead) + 1 }
  } as const
  const { answer, plan } = await client.leads.update.dryRun(input)
  if (answer.enrichment.history.at(-2)?.at !== lastWrite(lead)) return false
  await client.leads.update(input, { plan: plan! })
  return true
}

/** Somebody else has claimed it, or it was deleted meanwhile. */
const isTaken = (error: unknown) =>
  error instanceof PipelineError && (error.type === "conflict_error" || error.type === "not_found")

/** What research makes of it, as the keys of the enrichment to write. */
const outcome = async (lead: Lead) => {
  try {
    const limit = AbortSignal.timeout(patience)
    const late = new Promise<never>((_, fail) => limit.addEventListener("abort", () => fail(limit.reason)))
    const found = await Promise.race([research(lead, limit), late])
    if (found === undefined)
      return { status: "skipped", verdict: "Nothing to research", notes: null } as const
    return { status: "complete", ...found, notes: null } as const
  } catch (failure) {
    const notes = `Research failed: ${String(failure).slice(0, 500)}`
    const isLast = attemptsOf(lead) + 1 >= tries
    return isLast
      ? ({ status: "skipped", verdict: "Could not be researched", notes } as const)
      : ({ status: "queued", notes } as const)
  }
}

const qualify = async (lead: Lead) => {
  try {
    if (!(await claim(lead))) return say(lead, "somebody else has it")
    const written = await outcome(lead)
    await client.leads.update({ id: lead.id, enrichment: { ...written, provider: "qualifier" } })
    say(lead, written.notes ?? `${written.status}, ${written.verdict}`)
  } catch (error) {
    if (!isTaken(error)) throw error
    say(lead, "somebody else has it, or it is gone")
  }
}

/** One look at the inbox, oldest lead first. */
const turn = async () => {
  const createdAfter = new Date(Date.now() - lookBack).toISOString()
  const open: Array<Lead> = []
  for await (const lead of client.leads.list({ triageStatus: "new", createdAfter, limit: 100 }))
    if (isOpen(lead)) open.push(lead)
  for (const lead of open.reverse()) {
    if (stop.signal.aborted) return
    await qualify(lead)
  }
}

/** A key that is refused stays refused; anything else may be over at the next turn. */
const isHopeless = (error: unknown) =>
  !(error instanceof PipelineError) ||
  error.type === "authentication_error" ||
  error.code === "insufficient_scope"

while (!stop.signal.aborted) {
  try {
    await turn()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (options.once || isHopeless(error)) process.exit(1)
  }
  if (options.once) break
  await pause(seconds * 1_000, undefined, { signal: stop.signal }).catch(() => {})
}
