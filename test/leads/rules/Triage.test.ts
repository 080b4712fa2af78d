import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { BoardId, LeadId, UserId } from "../../../schema/Id.ts"
import { TriageStatus } from "../../../schema/TriageStatus.ts"
import * as LeadDraft from "../../../src/leads/rules/LeadDraft.ts"
import * as LeadRecord from "../../../src/leads/rules/LeadRecord.ts"
import * as Triage from "../../../src/leads/rules/Triage.ts"

const id = "01997f2e-6b1c-7d7a-9d0c-6c7d8e9f0a1b"
const at = "2026-05-01T09:30:00.000Z"
const fresh = LeadRecord.fresh(LeadDraft.create({}, BoardId.make(id), LeadId.make(id), at), null)

describe("Triage", () => {
  for (const from of TriageStatus.literals) {
    it(`offers from ${from} every allowed status except the current one`, () => {
      const record = { ...fresh, lead: { ...fresh.lead, triageStatus: from } }
      const moves = TriageStatus.literals.filter((to) => {
        const moved = Triage.move(record, to, UserId.make(id), at)
        return Result.isSuccess(moved) && moved.success !== record
      })
      assert.sameMembers([...Triage.targets({ triageStatus: from, suspect: false })], moves)
    })
  }
})
