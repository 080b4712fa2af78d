import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { EnrichmentPatch } from "../../../schema/Enrichment.ts"
import { BoardId, LeadId } from "../../../schema/Id.ts"
import * as Enrichment from "../../../src/leads/rules/Enrichment.ts"
import * as LeadDraft from "../../../src/leads/rules/LeadDraft.ts"
import * as LeadRecord from "../../../src/leads/rules/LeadRecord.ts"

const id = "00000000-0000-7000-8000-000000000001"
const now = "2026-05-01T09:30:00.000Z"
const fresh = LeadRecord.fresh(
  LeadDraft.create({ firstName: "A" }, BoardId.make(id), LeadId.make(id), now),
  null
)

const patches = fc.array(
  fc.dictionary(
    fc.constantFrom("verdict", "notes", "own", "more", "__proto__"),
    fc.constantFrom("a", "b", null)
  ) as fc.Arbitrary<EnrichmentPatch>,
  { maxLength: 8 }
)

const merged = (all: ReadonlyArray<EnrichmentPatch>) =>
  all.reduce((record, patch) => Enrichment.merge(record, patch, "key", now), fresh).lead.enrichment

describe("merging an enrichment", () => {
  it("leaves each key with its last value, and removes common keys set to null", () => {
    fc.assert(
      fc.property(patches, (all) => {
        const { history: _, ...current } = merged(all)
        const last = new Map(all.flatMap((patch) => Object.entries(patch)))
        const expected = [...last].filter(
          ([key, value]) => value !== null || !["verdict", "notes"].includes(key)
        )
        assert.deepStrictEqual(Object.entries(current).toSorted(), expected.toSorted())
      })
    )
  })

  it("keeps the whole history, in order", () => {
    fc.assert(
      fc.property(patches, (all) => {
        assert.deepStrictEqual(
          merged(all).history,
          all.map((payload) => ({ at: now, by: "key", payload }))
        )
      })
    )
  })

  it("drops fields that only the service writes, wherever they are", () => {
    const patch = {
      history: [],
      screenshotSource: "x",
      own: { history: 1 },
      attachments: [{ url: "u", sourceUrl: "s", more: 1 }]
    }
    assert.deepStrictEqual(Enrichment.writable(patch), {
      own: { history: 1 },
      attachments: [{ url: "u", more: 1 }]
    })
  })
})
