/**
 * Sequences of writes of deals, notes and leads, each valid when its turn comes. What a write reads and writes is known, and
 * so which later writes built upon it.
 */
import * as fc from "fast-check"
import { createDeal, ofDeals, ofRest } from "./SequenceDeals.ts"
import { createLead, ofLeads } from "./SequenceLeads.ts"
import { type Model, there, type Turn, type Write } from "./SequenceWrite.ts"

const raw = fc.record({
  kind: fc.nat(20),
  actor: fc.nat(2),
  target: fc.nat(50),
  value: fc.nat(50),
  chosen: fc.boolean()
})

export const sequence = fc.array(raw, { minLength: 5, maxLength: 16 })
type Raw = typeof sequence extends fc.Arbitrary<infer A> ? A : never

/** What is done to deals that are there, to leads, and to notes and deals that are gone, as they are listed there. */
const [most, maxOfLeads, maxOfRest] = [9, 3, 3]

const next = (turn: Turn, kind: number): Write => {
  const { model } = turn
  if (kind < most) return there(model).length === 0 ? createDeal(turn) : ofDeals(turn)[kind]!()
  const ofLead = kind - most
  if (ofLead < maxOfLeads) return model.leads.length === 0 ? createLead(turn) : ofLeads(turn)[ofLead]!()
  const other = ofLead - maxOfLeads
  if (other < maxOfRest) return ofRest(turn)[other]!()
  return other % 2 === 0 ? createDeal(turn) : createLead(turn)
}

/** The writes of a sequence; stages 0 to 5 are those of a new board, of which the first is where deals begin. */
export const compile = (all: Raw): ReadonlyArray<Write> => {
  const model: Model = { deals: [], notes: [], leads: [] }
  return all.map(({ kind, ...choice }, index) => next({ ...choice, model, index }, kind))
}

/** The chosen writes with all that built upon them: nothing else did. */
export const closed = (all: ReadonlyArray<Write>, chosen: ReadonlyArray<boolean>): ReadonlySet<number> => {
  const taken = new Set<number>()
  for (const later of all) {
    const touched = [...later.reads, ...later.writes]
    const isBuilt = all.some(
      ({ index, writes }) =>
        index < later.index && taken.has(index) && touched.some((place) => writes.has(place))
    )
    if (isBuilt || chosen[later.index]!) taken.add(later.index)
  }
  return taken
}
