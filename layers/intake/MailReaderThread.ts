/** The thread that parses emails: parsing time grows with bytes and lines, and anyone may send 10 MiB. */
import { Effect } from "effect"
import { parentPort } from "node:worker_threads"
import * as Mime from "./Mime.ts"
import * as Thread from "../runtime/Thread.ts"

export interface Order {
  readonly raw: Uint8Array
  readonly returnPath: string | undefined
}

/** The parsed email, or why it cannot be parsed. */
export type Read = Mime.Parsed | { readonly unreadable: string }

Thread.serve<Order, Read>(parentPort, ({ raw, returnPath }) =>
  Effect.runPromise(
    Effect.match(Mime.parse(raw, returnPath), {
      onFailure: ({ message }): Read => ({ unreadable: message }),
      onSuccess: (parsed): Read => parsed
    })
  )
)
