/** Emails to a workspace's address, and what becomes of them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Intake from "./Intake.ts"

export const setUp = Effect.gen(function* () {
  const made = yield* Intake.make
  const mail = (body: Uint8Array | string) =>
    Effect.promise(async () => {
      const answer = await fetch(made.url + made.intake, { method: "POST", body: body as string })
      const sent = (await answer.json()) as any
      assert.strictEqual(answer.status, 202, JSON.stringify(sent))
      return sent
    })
  return { ...made, mail }
})

/** The contact of the one lead that a message makes. */
export const contactOf = (raw: Uint8Array | string) =>
  Effect.gen(function* () {
    const { leads, mail } = yield* setUp
    yield* mail(raw)
    const [lead, ...more] = yield* leads
    assert.lengthOf(more, 0)
    return lead.contact
  })
