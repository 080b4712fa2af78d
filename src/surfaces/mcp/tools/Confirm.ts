/**
 * Has a person confirm a call that is final, if the client can ask one: the result is `input_required`, and the
 * client repeats the call with the answer. Nothing is remembered in between.
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

/** What the client sent along with a call. */
export interface Told {
  readonly capabilities: unknown
  readonly responses: Record<string, unknown> | undefined
  readonly state: unknown
}

/** What a client says with a request of 2026-07-28. Requests of older revisions, which we forget, say nothing. */
export const toldBy = ({ mcpReq }: ServerContext): Told => ({
  capabilities: (mcpReq.envelope as Fields | undefined)?.[keys.capabilities],
  responses: mcpReq.inputResponses,
  state: mcpReq.requestState()
})

/** The name of the question. */
const key = "confirm"

/** How long an answer is good for: 10 minutes. */
const patience = 600_000

/** What a state is sealed for: the call of this caller, with these arguments. */
const contextOf = ({ name }: Tool, args: Fields, actor: Actor["Service"]) =>
  ["confirm", actor.workspace.id, credentialId(actor), name, fingerprintOf(args).toString("base64url")].join(
    ":"
  )

/** Room for the ids of 200 records. */
const longestState = 16_000

/** What a state says: until when it is good, and the records that the call was asked about. */
interface Sealed {
  readonly until: number
  readonly ids: ReadonlyArray<string> | null
}

/** What a state was sealed with, and the key that makes it good for one call; undefined if it isn't good. */
const opened = Effect.fnUntraced(function* (state: unknown, context: string) {
  if (typeof state !== "string" || state.length > longestState) return undefined
  const bytes = Buffer.from(state, "base64url")
  const text = yield* Effect.result((yield* Encryption).open(bytes, context))
  if (Result.isFailure(text)) return undefined
  const { ids, until } = JSON.parse(text.success) as Sealed
  if (until < (yield* Clock.currentTimeMillis)) return undefined
  return { ids, key: `confirmed ${createHash("sha256").update(bytes).digest("base64url")}` }
})

const lasting = ({ isUndoable }: Tool): string =>
  isUndoable ? `Only an undo takes this back, for ${undoDays} days.` : "This can't be undone."

const question = (tool: Tool, what: string, subject: string, requestState: string) =>
  inputRequired({
    inputRequests: {
      [key]: inputRequired.elicit({
        message: `An agent wants to ${what}${subject}. ${lasting(tool)} Go on?`,
        requestedSchema: { type: "object", properties: {} }
      })
    },
    requestState
  })

const stateFor = Effect.fnUntraced(function* (context: string, ids: Sealed["ids"]) {
  const until = (yield* Clock.currentTimeMillis) + patience
  const sealed: Sealed = { until, ids }
  return Buffer.from((yield* Encryption).seal(JSON.stringify(sealed), context)).toString("base64url")
})

/**
 * The arguments as they run once they are confirmed: for the records that were shown, not for those that a filter matches
 * by then, and under a key, so that the answer can't be given twice. A plan is pinned by itself.
 */
const confirmed = (
  args: Fields,
  { ids, key }: { readonly ids: Sealed["ids"]; readonly key: string }
): Fields => {
  if (ids === null) return { ...args, idempotencyKey: args["idempotencyKey"] ?? key }
  const { filter: _, ...rest } = args
  return { ...rest, ids, idempotencyKey: key }
}

/** Faults that the call itself would have. */
const isOfCall = ({ _tag }: Fault) => _tag === "not_found" || _tag === "invalid_request_error"

const declined = new Forbidden({
  code: "declined",
  message:
    "The person who was asked to confirm this said no. Nothing was changed; don't try again unless they ask for it."
})

const stale = new ProtocolError(
  ProtocolErrorCode.InvalidParams,
  "This confirmation is of another call, or older than 10 minutes. Nothing was changed; call again without requestState to ask anew"
)

type Outcome = Result.Result<CallToolResult | InputRequiredResult, ProtocolError>

/** The call, or the question that comes before it. */
export const call = (tool: Tool, args: Fields, { capabilities, responses, state }: Told) =>
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
    if (good === undefined) return Result.fail(stale)
    if (answer.action !== "accept") return Result.succeed(yield* refusal(declined))
    return Result.succeed(yield* tool.call(confirmed(args, good)))
  })
