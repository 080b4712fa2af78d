import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import * as NoteRows from "../../../layers/deals/NoteRows.ts"
import * as LeadRows from "../../../layers/leads/LeadRows.ts"
import * as LeadHistory from "../../../layers/leads/LeadHistory.ts"
import { Lead } from "../../../schema/Lead.ts"
import { TriageStatus } from "../../../schema/TriageStatus.ts"
import { Note, SystemEventType } from "../../../schema/Note.ts"
import { namesOf } from "../../support/samples/DealColumns.ts"
import { hostile, orNull, time } from "../../support/samples/Hostile.ts"
import * as RawRows from "../../support/samples/RawRows.ts"

/** A document as it was stored: parsed, with any key a caller may have sent. */
const document = fc.dictionary(
  fc.oneof(hostile, fc.constantFrom("__proto__", "constructor", "7", "0", "zebra")),
  fc.jsonValue(),
  { maxKeys: 5 }
)

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)

/** The same with its known keys anywhere among the others. */
const shuffled = (known: Readonly<Record<string, fc.Arbitrary<unknown>>>, others = document) =>
  fc
    .tuple(
      others,
      fc.record(known, { requiredKeys: [] }),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 })
    )
    .map(([others, some, order]) => {
      const entries = [...Object.entries(others), ...Object.entries(some)]
      return Object.fromEntries(
        entries
          .map((entry, index) => ({ entry, rank: order[index % 8]! }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ entry }) => entry)
      )
    })

const attachment = fc
  .tuple(hostile, shuffled({ filename: hostile, kind: hostile, sourceUrl: json }))
  .map(([url, others]) => ({ ...others, url }))

const enrichment = shuffled({
  status: fc.constantFrom("queued", "in_progress", "complete", "skipped"),
  score: fc.double({ min: 0, max: 100, noNaN: true }),
  scoreDisplay: hostile,
  verdict: hostile,
  body: hostile,
  contact: shuffled({ title: hostile, phone: hostile, name: hostile }, fc.constant({})),
  screenshot: hostile,
  screenshotSource: hostile,
  summary: hostile,
  attachments: fc.array(attachment, { maxLength: 3 })
})

const attribution = fc
  .record(
    Object.fromEntries(Object.keys(Lead.fields.attribution.fields).map((name) => [name, orNull(hostile)]))
  )
  .chain((all) => fc.shuffledSubarray(Object.entries(all), { minLength: Object.keys(all).length }))
  .map((entries) => Object.fromEntries(entries))

const history = fc.array(fc.record({ at: time, by: hostile, payload: document }), { maxLength: 3 })

const leadValueOf = (column: string): fc.Arbitrary<unknown> => {
  if (/^(?:id|board_id)$/u.test(column)) return fc.uuid()
  if (column === "deal_id") return orNull(fc.uuid())
  if (column === "triage_status") return fc.constantFrom(...TriageStatus.literals)
  if (column === "source") return fc.constantFrom("form", "email")
  if (column === "suspect") return fc.boolean()
  if (column === "consent") return orNull(fc.boolean())
  if (column === "attribution") return attribution
  if (column === "enrichment") return enrichment
  if (column === "history") return orNull(history)
  if (column.startsWith("history_")) return orNull(fc.nat({ max: 5 }))
  if (column === "created_at") return time
  return column.endsWith("_at") ? orNull(time) : orNull(hostile)
}

const noteValueOf = (column: string): fc.Arbitrary<unknown> => {
  if (/^(?:id|deal_id|author_id)$/u.test(column)) return fc.uuid()
  if (column === "kind") return fc.constantFrom("manual", "system_event")
  if (column === "content_json") return json
  if (column === "system_event_type") return orNull(fc.constantFrom(...SystemEventType.literals))
  if (column === "system_event_data") {
    return fc.oneof(
      document,
      fc.constant(null),
      fc.record({ actor: hostile.map((text) => `api_key:${text}`) })
    )
  }
  if (column === "actor_type") return orNull(fc.constantFrom("api_key", "oauth", "user"))
  if (column === "entry_id") return orNull(fc.uuid())
  if (column === "activity_kind") return orNull(fc.constantFrom("note", "call", "email", "meeting"))
  if (/^(?:created|happened)_at$/u.test(column)) return time
  if (column === "page_bytes") return fc.nat()
  return column === "edited_at" ? orNull(time) : orNull(hostile)
}

/** As the tables have them; the rest is text. */
const typeOf = (name: string): RawRows.Column["type"] => {
  if (/^(?:id|board_id|deal_id|author_id|entry_id)$/u.test(name)) return "uuid"
  if (/^(?:suspect|consent)$/u.test(name)) return "bool"
  if (/^(?:attribution|enrichment|history|content_json|system_event_data)$/u.test(name)) return "json"
  if (/^(?:history_entries|history_bytes)$/u.test(name)) return "int4"
  if (name === "page_bytes") return "int8"
  return name.endsWith("_at") ? "timestamptz" : "text"
}

const rowsOf = (names: ReadonlyArray<string>, valueOf: (name: string) => fc.Arbitrary<unknown>) =>
  fc.tuple(...names.map(valueOf)).map(RawRows.of(names.map((name) => ({ name, type: typeOf(name) }))))

describe("rows with open parts as text", () => {
  it("are what the schema makes of a lead, whatever keys its enrichment has", () => {
    const encodeLead = Schema.encodeUnknownSync(Lead)
    const names = [...namesOf(LeadRows.columns), ...LeadHistory.names]
    fc.assert(
      fc.property(rowsOf(names, leadValueOf), (row) => {
        const lead = LeadRows.toLead(row.object<LeadRows.LeadRow>())
        assert.strictEqual(LeadRows.text.of(row), JSON.stringify(encodeLead(lead)))
      }),
      { numRuns: 1000 }
    )
  })

  it("are what the schema makes of a note, with who did it and the entry if it has one", () => {
    const encodeNote = Schema.encodeUnknownSync(Note)
    const names = [...namesOf(NoteRows.columns), "page_bytes"]
    fc.assert(
      fc.property(rowsOf(names, noteValueOf), (row) => {
        const note = NoteRows.toNote(row.object<NoteRows.Row>())
        assert.strictEqual(NoteRows.text.of(row), JSON.stringify(encodeNote(note)))
      }),
      { numRuns: 1000 }
    )
  })
})
