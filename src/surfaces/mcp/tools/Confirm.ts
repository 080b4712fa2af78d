/**
 * Asks a person to confirm a destructive call, if the client supports that: the result is `input_required`, and the client repeats the
 * call with the answer. The server keeps no state in between.
 */
import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext
} from "@modelcontextprotocol/server"
import { Clock, Effect, Result } from "effect"
import { createHash } from "node:crypto"
import { Actor, credentialId } from "../../../../layers/identity/Actor.ts"
import { fingerprintOf } from "../../../../layers/records/Fingerprint.ts"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"
import { type Fault, Forbidden } from "../../../../schema/Fault.ts"
import { undoDays } from "../../../../schema/Undo.ts"
import { EncodedJson } from "../../../invocation/EncodedJson.ts"
import type { Fields } from "../../http/request/Fields.ts"
import { canAsk, keys } from "../Meta.ts"
import * as ConfirmationText from "./ConfirmationText.ts"
import { refusal, result } from "../results/Present.ts"
import type { Tool } from "./Tools.ts"

/** The confirmation state that the client sent with a call. */
export interface Confirmation {
  readonly capabilities: unknown
  readonly responses: Record<string, unknown> | undefined
  readonly state: unknown
}

/** The confirmation state of a 2026-07-28 request. Requests of older revisions have none. */
export const toldBy = ({ mcpReq }: ServerContext): Confirmation => ({
  capabilities: (mcpReq.envelope as Fields | undefined)?.[keys.capabilities],
  responses: mcpReq.inputResponses,
  state: mcpReq.requestState()
})

/** The key of the question. */
const key = "confirm"

/** How long an answer is valid: 10 minutes, in milliseconds. */
const validity = 600_000

/** The context that a state is sealed for: this caller's call with these arguments. */
const contextOf = ({ name }: Tool, args: Fields, actor: Actor["Service"]) =>
  ["confirm", actor.workspace.id, credentialId(actor), name, fingerprintOf(args).toString("base64url")].join(
    ":"
  )

/** The maximum length of a state, with room for the ids of 200 records. */
const maxStateLength = 16_000

/** The contents of a state: its expiry, and the ids of the records in the question. */
interface StateContents {
  readonly until: number
  readonly ids: ReadonlyArray<string> | null
}

/** The contents of a sealed state, with the idempotency key that limits it to one call; undefined if it is invalid. */
const opened = Effect.fnUntraced(function* (state: unknown, context: string) {
  if (typeof state !== "string" || state.length > maxStateLength) return undefined
  const bytes = Buffer.from(state, "base64url")
  const text = yield* Effect.result((yield* Encryption).open(bytes, context))
  if (Result.isFailure(text)) return undefined
  const { ids, until } = JSON.parse(text.success) as StateContents
  if (until < (yield* Clock.currentTimeMillis)) return undefined
  return { ids, key: `confirmed ${createHash("sha256").update(bytes).digest("base64url")}` }
})

const undoHint = ({ isUndoable }: Tool): string =>
  isUndoable ? `Only an undo takes this back, for ${undoDays} days.` : "This can't be undone."

const question = (tool: Tool, what: string, subject: string, requestState: string) =>
  inputRequired({
    inputRequests: {
      [key]: inputRequired.elicit({
        message: `An agent wants to ${what}${subject}. ${undoHint(tool)} Go on?`,
        requestedSchema: { type: "object", properties: {} }
      })
    },
    requestState
  })

const stateFor = Effect.fnUntraced(function* (context: string, ids: StateContents["ids"]) {
  const until = (yield* Clock.currentTimeMillis) + validity
  const sealed: StateContents = { until, ids }
  return Buffer.from((yield* Encryption).seal(JSON.stringify(sealed), context)).toString("base64url")
})

/**
 * The arguments of a confirmed call. They name the records that were shown rather than those that a filter matches by then, and an
 * idempotency key keeps the answer from being used twice. A plan already pins the records.
 */
const confirmed = (
  args: Fields,
  { ids, key }: { readonly ids: StateContents["ids"]; readonly key: string }
): Fields => {
  if (ids === null) return { ...args, idempotencyKey: args["idempotencyKey"] ?? key }
  const { filter: _, ...rest } = args
  return { ...rest, ids, idempotencyKey: key }
}

/** Faults that the call itself would return. */
const isOfCall = ({ _tag }: Fault) => _tag === "not_found" || _tag === "invalid_request_error"

const declined = new Forbidden({
  code: "declined",
  message:
    "The person who was asked to confirm this said no. Nothing was changed; don't try again unless they ask for it."
})

const staleConfirmation = new ProtocolError(
  ProtocolErrorCode.InvalidParams,
  "This confirmation is of another call, or older than 10 minutes. Nothing was changed; call again without requestState to ask anew"
)

type Outcome = Result.Result<CallToolResult | InputRequiredResult, ProtocolError>

/** Runs the call, or returns the question that precedes it. */
export const call = (tool: Tool, args: Fields, { capabilities, responses, state }: Confirmation) =>
  Effect.gen(function* () {
    const actor = yield* Actor
    const what = canAsk(capabilities) ? tool.final(args, actor) : undefined
    const run = Effect.map(tool.call(args), (result): Outcome => Result.succeed(result))
    if (what === undefined) return yield* run
    const context = contextOf(tool, args, actor)
    const answer = inputResponse(responses, key)
    if (answer.kind !== "elicit") {
      const subject = yield* Effect.result(ConfirmationText.of(tool, args))
      if (Result.isFailure(subject)) {
        const { failure } = subject
        return isOfCall(failure) ? yield* run : Result.succeed(yield* refusal(failure))
      }
      const { many, said } = subject.success
      if (many?.ids.length === 0) return Result.succeed(result(EncodedJson.ofValue(many.answer)))
      const shown =
        many === undefined ? what : tool.final({ ...args, filter: undefined, ids: many.ids }, actor)!
      const pinned = args["filter"] === undefined || args["plan"] !== undefined ? null : many!.ids
      return Result.succeed(question(tool, shown, said, yield* stateFor(context, pinned)))
    }
    const good = yield* opened(state, context)
    if (good === undefined) return Result.fail(staleConfirmation)
    if (answer.action !== "accept") return Result.succeed(yield* refusal(declined))
    return Result.succeed(yield* tool.call(confirmed(args, good)))
  })
