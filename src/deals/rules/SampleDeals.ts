/** Sample deals for the demo workspace, and for the example that a person can load into an empty board. */

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
    note: "Security review passed. Legal wants a 60-day exit clause."
  },
  {
    name: "Warehouse sensors pilot",
    company: "Halden Cold Storage",
    contact: "Jonas Berg",
    cents: 1_250_000,
    stage: 2,
    age: 24,
    note: "Proposal sent for 40 sensors; they compare us with one other vendor."
  },
  {
    name: "Annual support plan",
    company: "Brightwater Clinics",
    contact: "Elena Fuchs",
    cents: 960_000,
    stage: 4,
    age: 33,
    labels: ["renewal"],
    note: "Verbal yes from Elena; the order comes after their board meets."
  },
  {
    name: "Self-service kiosks",
    company: "Tamarind Foods",
    contact: "Arjun Mehta",
    cents: 2_200_000,
    stage: 1,
    age: 12
  },
  {
    name: "Returns portal",
    company: "Calder & Sons",
    contact: "Ruth Calder",
    cents: 540_000,
    stage: 1,
    age: 9,
    labels: ["inbound"]
  },
  {
    name: "Depot expansion",
    company: "Northwind Logistics",
    contact: "Priya Raman",
    cents: null,
    stage: 0,
    age: 4
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
    note: "They froze spending until next year; ask again in January."
  }
]
