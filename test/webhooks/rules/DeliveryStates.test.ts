import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { DeliveryId } from "../../../schema/Id.ts"
import * as DeliveryStates from "../../../src/webhooks/rules/DeliveryStates.ts"
import * as EndpointHealth from "../../../src/webhooks/rules/EndpointHealth.ts"

type State = DeliveryStates.State
type Event = DeliveryStates.Event

const began = Date.parse("2026-05-01T09:30:00.000Z")
const day = 24 * 3_600_000
const rules = { scale: 1, random: 0.5 }
const iso = (millis: number) => new Date(millis).toISOString()

const health = { ...EndpointHealth.fresh, lastDeliveredAt: iso(began - day) }
const failing = { ...health, lastError: "no", failingSince: iso(began - 5 * day), gaveUp: true }
const held = { health, leasedUntil: began + 10_000, pausedUntil: null }

const states = {
  free: { is: "free" },
  sending: { ...held, is: "sending" },
  finishing: { ...held, is: "finishing", pausedUntil: began + 60_000 },
  over: { ...held, is: "over" }
} as const satisfies { readonly [Is in State["is"]]: Extract<State, { is: Is }> }

type Delivery = DeliveryStates.Tried
const delivery: Delivery = {
  id: DeliveryId.make("01997f2e-6b1c-7d7a-9d0c-9f0a1b2c3d4e"),
  event: "deal.won",
  tries: 0
}
const last = { ...delivery, tries: 9 }
const test = { ...delivery, event: "webhook.test" } as const
const sent = { at: iso(began), durationMs: 200, now: began + 200 }

const answered = (status: number, of: Delivery = delivery, retryAfter: number | null = null): Event => ({
  ...sent,
  type: "answered",
  delivery: of,
  status,
  response: "",
  retryAfter
})
const failed = (of: Delivery = delivery): Event => ({ ...sent, type: "failed", delivery: of, error: "no" })

const shown = ({ entry, state }: DeliveryStates.Step) =>
  [
    state.is,
    ...(entry?.settled.map(({ status }) => status) ?? []),
    ...(entry?.release ? ["released"] : [])
  ].join(", ")

/** What happens, and what follows in each state: free | sending | finishing | over. */
type Row = readonly [Event, string]

const delivered = "free | sending, delivered | finishing, delivered | over, delivered"
const retried = "free | sending, pending | finishing, pending | over, pending"
const givenUp = "free | sending, failed | finishing, failed | over, failed"
const stays = "free | sending | finishing | over"

const table: { readonly [Type in Event["type"]]: Readonly<Record<string, Row>> } = {
  leased: {
    "the lease is taken": [{ type: "leased", now: began, health }, "sending | sending | finishing | over"]
  },
  sealed: {
    "the address or a secret does not open": [
      { type: "sealed", now: began, health, why: "wrong key" },
      "over | over | over | over"
    ]
  },
  renewed: { "the lease is renewed": [{ type: "renewed", now: began }, stays] },
  unrenewed: {
    "the database is away, the lease holds past the next renewal": [
      { type: "unrenewed", now: began + 6000 },
      stays
    ],
    "the database is away, the lease may end before": [
      { type: "unrenewed", now: began + 6001 },
      "free | over | over | over"
    ]
  },
  taken: { "another process has the lease": [{ type: "taken" }, "free | over | over | over"] },
  answered: {
    "2xx": [answered(204), delivered],
    "2xx with Retry-After": [answered(200, delivery, 5000), delivered],
    "a redirect": [answered(307), retried],
    "5xx": [answered(500), retried],
    "5xx to the tenth try": [answered(500, last), givenUp],
    "5xx to a test": [answered(500, test), givenUp],
    "429": [answered(429), retried],
    "429 with Retry-After": [
      answered(429, delivery, 5000),
      "free | finishing, pending | finishing, pending | over, pending"
    ],
    "410": [answered(410), "free | finishing, failed | finishing, failed | over, failed"]
  },
  failed: {
    "no answer": [failed(), retried],
    "no answer to the tenth try": [failed(last), givenUp],
    "no answer to a test": [failed(test), givenUp]
  },
  unasked: { "this service is short of something": [{ type: "unasked" }, stays] },
  done: { "nothing is left": [{ type: "done" }, "free | free, released | free, released | free, released"] }
}

const step = (state: State, event: Event, more: Partial<DeliveryStates.Rules> = {}) =>
  DeliveryStates.next(state, event, { ...rules, ...more })

const settledBy = (event: Event, more?: Partial<DeliveryStates.Rules>) =>
  step(states.sending, event, more).entry!.settled[0]!

const heldIn = (state: State) => {
  assert.notStrictEqual(state.is, "free")
  return state as Exclude<State, { is: "free" }>
}

describe("DeliveryStates", () => {
  for (const [what, [event, row]] of Object.values(table).flatMap((rows) => Object.entries(rows))) {
    for (const [index, expected] of row.split(" | ").entries()) {
      const state = Object.values(states)[index]!
      it(`${state.is}, ${what}: ${expected}`, () => {
        assert.strictEqual(shown(step(state, event)), expected)
      })
    }
  }

  it("holds a lease for ten seconds from when it was asked for", () => {
    const { state } = step(states.free, { type: "leased", now: began, health: failing })
    assert.deepStrictEqual(state, { ...held, health: failing, is: "sending" })
    const later = heldIn(step(state, { type: "renewed", now: began + 3000 }).state)
    assert.strictEqual(later.leasedUntil, began + 13_000)
  })

  it("records of a try what came of it, and when the next is due", () => {
    const attempt = { at: iso(began), durationMs: 200, status: 200, error: null, response: "" }
    const settled = { id: delivery.id, tries: 1, dueAt: iso(began + 200), deliveredAt: null, attempt }
    assert.deepStrictEqual(settledBy(answered(200)), {
      ...settled,
      status: "delivered",
      deliveredAt: iso(began + 200)
    })
    const error = "The receiver answered 500."
    const refused = { ...attempt, status: 500, error }
    const retried = { ...settled, status: "pending", attempt: refused } as const
    assert.deepStrictEqual(settledBy(answered(500)), { ...retried, dueAt: iso(began + 5200) })
    assert.strictEqual(settledBy(answered(500), { random: 0 }).dueAt, iso(began + 4200))
    assert.strictEqual(settledBy(answered(500), { scale: 0.1 }).dueAt, iso(began + 700))
    assert.strictEqual(settledBy(answered(503, delivery, 60_000)).dueAt, iso(began + 60_200))
    assert.deepStrictEqual(settledBy(answered(410)), {
      ...settled,
      status: "failed",
      attempt: { ...attempt, status: 410, error: "The receiver answered 410 (gone)." }
    })
    assert.deepStrictEqual(settledBy(failed(last)).attempt, {
      ...attempt,
      status: null,
      error: "no",
      response: null
    })
  })

  it("leaves a receiver alone that asked for it, or whose address does not open", () => {
    const { entry, state } = step(states.sending, answered(429, delivery, 60_000))
    assert.strictEqual(entry!.pausedUntil, iso(began + 60_200))
    assert.strictEqual(step(state, { type: "done" }).entry!.pausedUntil, iso(began + 60_200))
    const sealed = step(states.free, { type: "sealed", now: began, health: failing, why: "wrong key." })
    assert.deepStrictEqual(step(sealed.state, { type: "done" }).entry, {
      settled: [],
      health: { ...failing, lastError: "Its address or secret can't be read: wrong key." },
      pausedUntil: iso(began + 60_000),
      release: true
    })
  })

  it("switches off what is gone or has failed for five days, and stays so whatever is still on its way", () => {
    const worse = { ...states.sending, health: failing }
    for (const [state, event, why] of [
      [states.sending, answered(410), "gone"],
      [worse, answered(500), "failing"],
      [worse, failed(), "failing"]
    ] as const) {
      const off = step(state, event)
      assert.strictEqual(off.state.is, "finishing")
      assert.strictEqual(off.entry!.health.switchedOff, why)
      const other = step(off.state, failed()).entry!
      assert.deepStrictEqual(other.health, off.entry!.health)
      const success = step(off.state, answered(200)).entry!
      assert.deepStrictEqual(success.health, { ...off.entry!.health, lastDeliveredAt: iso(began + 200) })
    }
  })

  it("takes for steady what last succeeded", () => {
    assert.isTrue(DeliveryStates.isSteady(states.sending))
    assert.isFalse(DeliveryStates.isSteady(step(states.sending, failed()).state))
    assert.isFalse(DeliveryStates.isSteady({ ...states.sending, health: EndpointHealth.fresh }))
    assert.isFalse(DeliveryStates.isSteady(states.free))
  })

  it("gives back what it takes, and records every try once, in whatever order things happen", () => {
    const events = Object.values(table).flatMap((rows) => Object.values(rows).map(([event]) => event))
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (happening) => {
        let state: State = DeliveryStates.free
        for (const event of happening) {
          const before = state
          const { entry, state: after } = step(before, event)
          const isTry = event.type === "answered" || event.type === "failed"
          assert.strictEqual(entry?.settled.length ?? 0, isTry && before.is !== "free" ? 1 : 0)
          assert.strictEqual(entry?.release ?? false, before.is !== "free" && after.is === "free")
          if (before.is === "over" || before.is === "finishing") assert.isFalse(DeliveryStates.maySend(after))
          state = after
        }
        assert.strictEqual(step(state, { type: "done" }).state.is, "free")
      })
    )
  })
})
