/** The webhook subscriptions created with a key or an app, which can be deleted when it is revoked. */
import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { type MadeBy, Webhooks } from "../../../layers/webhooks/Webhooks.ts"
import { Forbidden } from "../../../schema/Fault.ts"

type Maker = Omit<MadeBy, "webhooks">

const keyOf = ({ id, type, userId }: Maker) => JSON.stringify([type, id, userId])

/** The number of subscriptions of each key or app. */
export const counts = Effect.gen(function* () {
  const made = new Map((yield* (yield* Webhooks).makers).map((one) => [keyOf(one), one.webhooks]))
  return (maker: Maker): number => made.get(keyOf(maker)) ?? 0
})

/** Deletes the subscriptions. Only admins may, whoever created them. */
export const end = Effect.fnUntraced(function* (maker: Maker) {
  const { role } = yield* Actor
  if (role !== "admin") {
    return yield* new Forbidden({
      code: "admin_required",
      message:
        "Only an admin may delete webhook subscriptions. Continue without deleting them, and ask an admin."
    })
  }
  yield* (yield* Webhooks).removeMadeBy(maker)
})
