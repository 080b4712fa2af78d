/** Leads of the demo workspace, one for each state of a lead. */
import { Effect } from "effect"
import { Actor, author } from "../../layers/identity/Actor.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import { Notes } from "../../layers/deals/Notes.ts"
import { Leads } from "../../layers/leads/Leads.ts"
import type { EnrichmentPatch } from "../../schema/Enrichment.ts"
import type { Deal } from "../../schema/Deal.ts"
import { type BoardId, LeadId } from "../../schema/Id.ts"
import type { TriageStatus } from "../../schema/TriageStatus.ts"
import type { Submission } from "../../schema/LeadSubmission.ts"
import * as Enrichment from "../leads/rules/Enrichment.ts"
import * as LeadDraft from "../leads/rules/LeadDraft.ts"
import * as LeadRecord from "../leads/rules/LeadRecord.ts"
import * as Promotion from "../leads/rules/Promotion.ts"
import * as Triage from "../leads/rules/Triage.ts"
import * as Activity from "../deals/operations/Activity.ts"

interface Sample {
  readonly sent: Submission
  /** Age in days. */
  readonly age: number
  readonly enrichment?: EnrichmentPatch
  readonly triage?: TriageStatus
  /** Name of the deal that it was promoted to. */
  readonly deal?: string
}

const samples: ReadonlyArray<Sample> = [
  {
    age: 0.2,
    sent: {
      firstName: "Nadia",
      lastName: "Okafor",
      workEmail: "nadia.okafor@ferrum-freight.example",
      companyName: "Ferrum Freight",
      companyWebsite: "https://www.ferrum-freight.example",
      message: "We run 140 trailers between Rotterdam and Milan. Can your trackers report door openings?",
      consent: true,
      source: "form",
      sourceUrl: "https://www.demo.example/contact",
      pageTitle: "Talk to us",
      utmSource: "google",
      utmMedium: "cpc",
      utmCampaign: "cold-chain"
    }
  },
  {
    age: 0.8,
    sent: {
      workEmail: "ops@halcyon-vaccines.example",
      message: "Temperature logs for audit\n\nHello, we need validated loggers for 12 sites before March.",
      source: "email"
    },
    enrichment: { status: "in_progress", provider: "Lead scout" }
  },
  {
    age: 2.5,
    sent: {
      firstName: "Tom",
      lastName: "Vance",
      workEmail: "tom@pinewood-dairy.example",
      phone: "+1 555 0142",
      companyName: "Pinewood Dairy",
      companyWebsite: "pinewood-dairy.example",
      message: "Looking for sensors in 9 cold rooms, decision this quarter.",
      howHeard: "A colleague at Halden Cold Storage",
      source: "form",
      utmSource: "newsletter"
    },
    enrichment: {
      status: "complete",
      score: 88,
      scoreDisplay: "88 / 100",
      verdict: "Strong fit",
      provider: "Lead scout",
      summary: "Regional dairy, 210 people, four plants. Knows us from a customer.",
      body: "## Why it fits\n\n- Nine cold rooms match our pilot package.\n- Budget year ends in June.\n\nProfile: https://www.linkedin.com/in/tom-vance-pinewood",
      contact: { title: "Head of Operations", website: "https://pinewood-dairy.example" },
      employees: 210,
      signals: [{ kind: "hiring", role: "Cold chain engineer" }]
    }
  },
  {
    age: 6,
    sent: {
      firstName: "Lea",
      lastName: "Brandt",
      workEmail: "l.brandt@kessler-labs.example",
      companyName: "Kessler Labs",
      message: "Please call me about the audit package.",
      source: "form"
    },
    enrichment: {
      status: "complete",
      score: 61,
      verdict: "Worth a call",
      provider: "Lead scout",
      summary: "Small laboratory; the audit package may be more than they need."
    },
    triage: "contacted"
  },
  {
    age: 2,
    sent: {
      firstName: "Sanne",
      lastName: "de Wit",
      workEmail: "sanne@velocourier.example",
      companyName: "Velo Courier",
      message: "Could we try route planning with 20 bikes?",
      source: "form"
    },
    enrichment: { status: "complete", score: 74, verdict: "Good fit for a trial", provider: "Lead scout" },
    deal: "Route planning trial"
  },
  {
    age: 5,
    sent: {
      firstName: "Best",
      lastName: "Rates",
      workEmail: "hello@link-offers.example",
      message: "Dear Sir, first page ranking guaranteed!!!",
      source: "form"
    },
    enrichment: { status: "skipped", score: 2, verdict: "Spam", provider: "Lead scout" },
    triage: "junk"
  },
  {
    age: 9,
    sent: {
      firstName: "Milo",
      lastName: "Hartmann",
      workEmail: "milo@students.example",
      companyName: "University project",
      message: "May I have a free sensor for my thesis?",
      source: "form"
    },
    enrichment: { status: "complete", score: 18, verdict: "No budget", provider: "Lead scout" },
    triage: "bad_fit"
  },
  {
    age: 33,
    sent: {
      firstName: "Ines",
      lastName: "Cardoso",
      companyName: "Atlântico Pescas",
      phone: "+351 21 555 0170",
      message: "Interested in ice hold monitoring.",
      source: "import"
    },
    triage: "stale"
  }
]

const at = (now: number, days: number) => new Date(now - days * 86_400_000).toISOString()

const addLead = Effect.fnUntraced(function* (
  { age, deal, enrichment, sent, triage }: Sample,
  boardId: BoardId,
  deals: ReadonlyArray<Deal>,
  now: number
) {
  const actor = yield* Actor
  const id = LeadId.make(yield* (yield* Ids).uuid)
  const lead = LeadRecord.fresh(LeadDraft.create(sent, boardId, id, at(now, age)), null)
  const enriched = enrichment ? Enrichment.merge(lead, enrichment, author(actor), at(now, age * 0.9)) : lead
  const triaged = triage
    ? yield* Effect.fromResult(Triage.move(enriched, triage, actor.user.id, at(now, age / 2)))
    : enriched
  const promotedDeal = deals.find(({ name }) => name === deal)
  const record = promotedDeal ? Promotion.promote(triaged, promotedDeal.id, promotedDeal.createdAt) : triaged
  yield* (yield* Leads).insert(record)
  if (promotedDeal) yield* (yield* Notes).insert(yield* Activity.promoted(promotedDeal, id))
})

/** Adds the sample leads to a board. A promoted lead refers to its deal among `deals`. */
export const add = Effect.fnUntraced(function* (boardId: BoardId, deals: ReadonlyArray<Deal>, now: number) {
  const oldestFirst = samples.toSorted((a, b) => b.age - a.age)
  for (const sample of oldestFirst) yield* addLead(sample, boardId, deals, now)
})
