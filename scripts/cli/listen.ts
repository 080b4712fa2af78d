/** `listen`: forwards events to an address on this machine, which needs no public address. */
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { randomBytes } from "node:crypto"
import { toSecret } from "../../layers/webhooks/Signer.ts"
import * as Flags from "../admin/command/Flags.ts"
import * as Account from "./Account.ts"
import * as Deliveries from "./Deliveries.ts"
import { usage } from "./Failed.ts"
import * as Feed from "./Feed.ts"
import * as Forwarding from "./Forwarding.ts"
import * as Names from "./Names.ts"
import * as Payloads from "./Payloads.ts"

const secretOf = Effect.fnUntraced(function* (secret: string | undefined) {
  if (secret === undefined) return toSecret(randomBytes(32))
  if (/^whsec_[A-Za-z0-9+/]{22,128}={0,2}$/u.test(secret)) return secret
  return yield* usage("--secret takes a signing secret: whsec_ and base64, as a webhook's signingSecret.")
})

const targetOf = (text: string) => {
  const url = URL.parse(/^\d{1,5}$/u.test(text) ? `http://127.0.0.1:${text}/` : text)
  return url !== null && /^https?:$/u.test(url.protocol)
    ? Effect.succeed(url.href)
    : usage(`TO takes an address such as http://127.0.0.1:4000/hooks, or a port, not ${text}.`)
}

const config = {
  to: Argument.String("TO").pipe(
    Argument.withDescription(
      "Where to send events: an address such as http://127.0.0.1:4000/hooks, or a port"
    )
  ),
  events: Flag.Literals("events", Payloads.events).pipe(
    Flag.withDescription("Only these events; once for each. Left out: all"),
    Flag.atLeast(0)
  ),
  board: Flags.optional(
    Flag.String("board").pipe(Flag.withDescription("Only of this board: id or name. Left out: all"))
  ),
  webhook: Flags.optional(
    Flag.String("webhook").pipe(
      Flag.withDescription("Forwards what this subscription sends instead, byte for byte: its id or label")
    )
  ),
  secret: Flags.optional(
    Flag.String("secret").pipe(
      Flag.withDescription("Signs with this secret (whsec_…). Left out: a new one, printed")
    )
  ),
  replay: Flags.optional(
    Flag.String("replay").pipe(
      Flag.withMetavar("N|CURSOR"),
      Flag.withDescription("Begins with the last N changes, or after a cursor of events list")
    )
  ),
  count: Feed.countFlag("events")
}

const ofWorkspace = Effect.fnUntraced(function* <E>(
  options: Command.Command.Config.Infer<typeof config>,
  take: (message: Payloads.Message) => Effect.Effect<void, E>
) {
  const board = options.board === undefined ? undefined : yield* Names.board("--board", options.board)
  const { url } = yield* Account.current
  return yield* Feed.follow(
    options.replay,
    Effect.fnUntraced(function* (change) {
      if (options.events.length > 0 && !options.events.some((one) => one === change.type)) return
      const message = yield* Payloads.of(change, url)
      if (message === undefined || (board !== undefined && message.boardId !== board)) return
      yield* take(message)
    })
  )
})

const ofSubscription = Effect.fnUntraced(function* <E>(
  handle: string,
  replay: string | undefined,
  take: (message: Payloads.Message) => Effect.Effect<void, E>
) {
  if (replay !== undefined && !/^\d{1,3}$/u.test(replay)) {
    return yield* usage("--replay takes a number up to 999 with --webhook: that many of its last deliveries.")
  }
  const { id } = yield* Deliveries.find(handle)
  const read = Deliveries.reader(id, Number(replay ?? 0))
  const poll = Effect.flatMap(read, (messages) => Effect.forEach(messages, take, { discard: true }))
  yield* poll
  // Every delivery follows a change, except for tests and redeliveries, which are noticed when the poll ends.
  return yield* Feed.follow(undefined, () => Effect.void, poll)
})

export const listen = Command.make(
  "listen",
  config,
  Effect.fnUntraced(function* (options) {
    const target = { url: yield* targetOf(options.to), secret: yield* secretOf(options.secret) }
    const { board, events, webhook } = options
    if (webhook !== undefined && (board !== undefined || events.length > 0)) {
      return yield* usage("--webhook forwards what that subscription sends: leave --board and --events out.")
    }
    const counted = Feed.counter(options.count)
    const take = (message: Payloads.Message) => Effect.andThen(Forwarding.forward(target, message), counted)
    const signed = options.secret === undefined ? target.secret : "the secret that was given"
    yield* Console.error(`Forwarding to ${target.url}, signed with ${signed}`)
    const forwarding =
      webhook === undefined ? ofWorkspace(options, take) : ofSubscription(webhook, options.replay, take)
    yield* Feed.untilEnough(forwarding)
  })
).pipe(Command.withDescription("Forwards events to an address of this machine, signed as webhooks are."))
