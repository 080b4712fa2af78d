import { assert, it } from "@effect/vitest"
import * as NextStep from "../../../src/deals/rules/NextStep.ts"

const time = "2026-05-08T22:30:00.000Z"

it("makes a step of a day overdue when the day ends in the zone, and a timed step at its time", () => {
  const overdue = (dueAt: string, zone?: string) => NextStep.isOverdue(dueAt, NextStep.nowIn(time, zone))
  const today = NextStep.fromDay("2026-05-08")
  assert.isFalse(overdue(today))
  assert.isTrue(overdue(today, "Europe/Berlin"))
  assert.isTrue(overdue(NextStep.fromDay("2026-05-07"), "America/Los_Angeles"))
  assert.isFalse(overdue(today, "America/Los_Angeles"))
  for (const zone of ["UTC", "Europe/Berlin", "America/Los_Angeles"]) {
    assert.isTrue(overdue("2026-05-08T22:29:59.999Z", zone))
    assert.isFalse(overdue("2026-05-08T22:30:00.000Z", zone))
  }
})

it("shows the day of a timed step in the zone, and a day as it is", () => {
  assert.strictEqual(NextStep.dayOf(time, "Asia/Tokyo"), "2026-05-09")
  assert.strictEqual(NextStep.dayOf(NextStep.fromDay("2026-05-08"), "Asia/Tokyo"), "2026-05-08")
})
