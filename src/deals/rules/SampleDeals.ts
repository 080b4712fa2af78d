/** Sample deals for the demo workspace, and for the example that a person can load into an empty board. */
import { endOfDay, type ForecastCategory } from "../../../schema/DealFields.ts"

/** A sample deal. */
export interface Sample {
  readonly name: string
  readonly company: string
  readonly contact: string
  readonly email?: string
  readonly cents: number | null
  /** The index of its stage in the pipeline. */
  readonly stage: number
  /** Its age in days. */
  readonly age: number
  readonly labels?: ReadonlyArray<string>
  readonly note?: string
  readonly step?: string
  /** Days from now until the next step is due; negative if it is overdue. */
  readonly due?: number
  /** Days from now until it is expected to close. */
  readonly closes?: number
  readonly forecastCategory?: typeof ForecastCategory.Type
  readonly lostReason?: string
}

export const samples: ReadonlyArray<Sample> = [
  {
    name: "Fleet tracking rollout",
    company: "Northwind Logistics",
    contact: "Priya Raman",
    email: "priya@northwind.example",
    cents: 4_800_000,
    stage: 3,
    age: 41,
    labels: ["enterprise"],
    note: "Security review passed. Legal wants a 60-day exit clause.",
    step: "Send the contract with the exit clause",
    due: -1,
    closes: 12,
    forecastCategory: "committed"
  },
  {
    name: "Warehouse sensors pilot",
    company: "Halden Cold Storage",
    contact: "Jonas Berg",
    cents: 1_250_000,
    stage: 2,
    age: 24,
    note: "Proposal sent for 40 sensors; they compare us with one other vendor.",
    step: "Call Jonas about the proposal",
    due: 0,
    closes: 35
  },
  {
    name: "Annual support plan",
    company: "Brightwater Clinics",
    contact: "Elena Fuchs",
    cents: 960_000,
    stage: 4,
    age: 33,
    labels: ["renewal"],
    note: "Verbal yes from Elena; the order comes after their board meets.",
    step: "Ask how the board meeting went",
    due: 2,
    closes: 20,
    forecastCategory: "committed"
  },
  {
    name: "Self-service kiosks",
    company: "Tamarind Foods",
    contact: "Arjun Mehta",
    cents: 2_200_000,
    stage: 1,
    age: 12,
    step: "Demo for the restaurant managers",
    due: 4,
    closes: 70
  },
  {
    name: "Returns portal",
    company: "Calder & Sons",
    contact: "Ruth Calder",
    cents: 540_000,
    stage: 1,
    age: 9,
    labels: ["inbound"],
    step: "Send the price list",
    due: 0,
    closes: 50,
    forecastCategory: "best_case"
  },
  {
    name: "Depot expansion",
    company: "Northwind Logistics",
    contact: "Priya Raman",
    cents: null,
    stage: 0,
    age: 4,
    step: "Agree on a site visit",
    due: 7,
    closes: 110
  },
  {
    name: "Route planning trial",
    company: "Velo Courier",
    contact: "Sanne de Wit",
    cents: 180_000,
    stage: 0,
    age: 2,
    labels: ["inbound", "trial"]
  },
  {
    name: "Inventory sync",
    company: "Oakline Furniture",
    contact: "Marcus Hill",
    cents: 750_000,
    stage: 5,
    age: 58,
    note: "Signed for two years."
  },
  {
    name: "Label printing",
    company: "Papirus Print",
    contact: "Ioana Popescu",
    cents: 310_000,
    stage: 5,
    age: 37
  },
  {
    name: "Shop floor tablets",
    company: "Gearhart Tools",
    contact: "Dale Kim",
    cents: 1_900_000,
    stage: 6,
    age: 62,
    note: "They froze spending until next year; ask again in January.",
    lostReason: "No budget"
  }
]

const dayFrom = (now: number, days: number) =>
  `${new Date(now + days * 86_400_000).toISOString().slice(0, 10)}${endOfDay}`

/** The plans of a sample deal and why it was lost, as fields of a deal. */
export const planOf = ({ closes, due, forecastCategory, lostReason, step }: Sample, now: number) => ({
  ...(step !== undefined && { nextStep: step }),
  ...(due !== undefined && { nextStepAt: dayFrom(now, due) }),
  ...(closes !== undefined && { expectedCloseAt: dayFrom(now, closes) }),
  ...(forecastCategory !== undefined && { forecastCategory }),
  ...(lostReason !== undefined && { lostReason })
})
