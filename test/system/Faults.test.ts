import { assert, describe, it } from "@effect/vitest"
import * as Site from "./rig/Site.ts"
import { Trial } from "./rig/Trial.ts"
import { verify } from "./rig/Verify.ts"

/** Damage planted by hand, and the check that must find it. */
const damages: ReadonlyArray<readonly [check: string, statement: string]> = [
  ["notes once", "DELETE FROM notes WHERE kind = 'manual'"],
  ["leads once", "UPDATE leads SET first_name = (SELECT min(first_name) FROM leads)"],
  ["deals once", "UPDATE deals SET name = (SELECT min(name) FROM deals)"],
  [
    "edits once, in the feed",
    "DELETE FROM notes WHERE system_event_type = 'deal_updated' AND system_event_data->'changes' ? 'keyTerms'"
  ],
  ["a deal's own creation once in its feed", "DELETE FROM notes WHERE system_event_type = 'deal_created'"],
  ["what was answered is what is there", "UPDATE deals SET amount_cents = coalesce(amount_cents, 0) + 1"],
  ["totals are the sums", "UPDATE deal_totals SET deals = deals + 1"],
  ["positions are unique", "UPDATE stages SET position = 0"],
  [
    "every deal is in a stage of its board, as its status says",
    "UPDATE deals SET status = 'dead' WHERE status = 'open'"
  ],
  ["leads announced", "DELETE FROM deliveries WHERE event = 'lead.created'"],
  ["the receiver has had every event", "UPDATE deliveries SET body = body || ' '"],
  ["moves announced", "DELETE FROM deliveries WHERE event = 'deal.stage_changed'"],
  ["every acknowledged move announced", "DELETE FROM deliveries WHERE event = 'deal.stage_changed'"],
  [
    "no key is claimed for ever",
    "UPDATE idempotency_keys SET reply = NULL, status = NULL WHERE key = (SELECT min(key) FROM idempotency_keys)"
  ],
  ["one answer a key, byte for byte", "DELETE FROM idempotency_keys"],
  ["caps of plans hold", "UPDATE workspaces SET plan = 'free'"]
]

describe("the verifier of the fault matrix", () => {
  it("finds nothing if nothing is wrong, and each planted fault", async () => {
    const site = await Site.open()
    const trial = new Trial(site, "planted", 1, { rate: 40, isShort: true })
    try {
      await trial.clone()
      await trial.service()
      await trial.load({ strike: async () => {}, holds: 1, after: 1 })
      await verify(trial)
      assert.deepStrictEqual(trial.broken, [])
      // More open deals than the free plan allows, made while the plan had no cap.
      await trial.query(`INSERT INTO deals SELECT (jsonb_populate_record(NULL::deals, to_jsonb(d) || jsonb_build_object('id', gen_random_uuid(), 'name', 'More ' || n))).*
        FROM (SELECT * FROM deals WHERE status = 'open' AND workspace_id = '${site.places.main.workspaceId}' LIMIT 1) d, generate_series(1, 101) n`)
      for (const [check, statement] of damages) {
        await trial.query(statement)
        trial.broken.length = 0
        await verify(trial)
        assert.isTrue(
          trial.broken.some((flaw) => flaw.startsWith(`${check}:`)),
          `${check} did not notice: ${trial.broken.join("\n")}`
        )
        if (check.startsWith("every deal is in"))
          await trial.query("UPDATE deals SET status = 'open' WHERE status = 'dead'")
      }
    } finally {
      await trial.close()
      await site.close()
    }
  }, 240_000)
})
