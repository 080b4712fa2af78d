/** Records whose texts turn around what stands beside them, or are long, and amounts that are huge, zero or missing. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../../src/Registry.ts"
import { as } from "../server/Contract.ts"
import * as Requests from "../server/Requests.ts"
import type * as SignedIn from "./SignedIn.ts"

const arabic = "شركة النقل"

const long = `${arabic} ${"見積".repeat(40)} 🚚🇦🇪 ${"x".repeat(60)}`

const most = Number.MAX_SAFE_INTEGER

const amounts = [
  ["USD", most],
  ["JPY", 5_000_000],
  ["EUR", 0],
  ["USD", null]
] as const

/** Fills a workspace with them; returns ids by resource, of the deal with the huge amount among them. */
export const fill = Effect.fnUntraced(function* ({
  apiKey,
  board,
  send
}: Effect.Success<ReturnType<typeof SignedIn.make>>) {
  const ids: Record<string, string> = {
    ...(yield* Requests.fixtures(yield* as(apiKey.token), routed)),
    board: board.id,
    key: apiKey.id
  }
  const made = (path: string, body: object) =>
    Effect.map(
      Effect.promise(() => send("POST", path, body)),
      (answer): { readonly id: string; readonly stage?: { readonly id: string } } => {
        assert.strictEqual(answer.status, 201, answer.text)
        return answer.body
      }
    )
  const change = (path: string, body: object) => Effect.promise(() => send("PATCH", path, body))
  for (const [currency, amountCents] of amounts) {
    yield* change(`/v1/boards/${board.id}`, { name: arabic, currency })
    const deal = yield* made("/v1/deals", {
      boardId: board.id,
      name: long,
      company: arabic,
      amountCents,
      labels: [arabic],
      primaryContactName: arabic,
      primaryContactEmail: "a@b.example"
    })
    if (amountCents === most) ids["deal"] = deal.id
    ids["stage"] = deal.stage!.id
  }
  yield* change(`/v1/deals/${ids["deal"]}`, { company: `${arabic} 2` })
  const sent = { firstName: arabic, companyName: arabic, message: arabic }
  ids["lead"] = (yield* made("/v1/leads", sent)).id
  return ids
})
