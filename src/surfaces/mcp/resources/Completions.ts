/** completion/complete: values for a prompt's argument or a resource template's variable. */
import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server
} from "@modelcontextprotocol/server"
import { Effect, Result } from "effect"
import { render } from "../../../../schema/Fault.ts"
import * as Answer from "../../http/response/Answer.ts"
import { Exchange } from "../../http/Exchange.ts"
import type { Run } from "../tools/Tools.ts"
import * as Prompts from "./Prompts.ts"
import type * as Reader from "../tools/Reader.ts"
import * as Sources from "./Sources.ts"
import * as Suggest from "./Suggest.ts"

type Completed = Result.Result<CompleteResult, ProtocolError>

/** Longer than any name; a longer text has no completions. */
const maxLength = 200

const none: Completed = Result.succeed({ completion: { values: [], total: 0, hasMore: false } })

const invalid = (message: string): Completed =>
  Result.fail(new ProtocolError(ProtocolErrorCode.InvalidParams, message))

/** The arguments of a prompt or variables of a template; undefined if there is none of that name. */
const namesOf = (ref: CompleteRequestParams["ref"]): ReadonlyArray<string> | undefined =>
  ref.type === "ref/prompt"
    ? Prompts.list.find(({ name }) => name === ref.name)?.arguments?.map(({ name }) => name)
    : Sources.variablesOf(ref.uri)

/** Without the scope there is nothing to suggest, and the user isn't asked for consent. */
const refused = Effect.fnUntraced(function* (cause: Parameters<typeof Answer.faultOf>[0]) {
  const fault = yield* Answer.faultOf(cause)
  if (fault._tag !== "api_error") return none
  const { requestId } = yield* Exchange
  return Result.fail(
    new ProtocolError(ProtocolErrorCode.InternalError, fault.message, render(fault, requestId))
  )
})

const complete = ({
  argument: { name, value },
  context,
  ref
}: CompleteRequestParams): Effect.Effect<Completed, never, Reader.Needs> => {
  const names = namesOf(ref)
  if (names === undefined) {
    return Effect.succeed(
      invalid(
        ref.type === "ref/prompt"
          ? "There is no such prompt; prompts/list names all there are"
          : "There is no such template; resources/templates/list names all there are"
      )
    )
  }
  if (!names.includes(name)) return Effect.succeed(invalid(`It takes ${names.join(" and ")}`))
  if (!Suggest.isKind(name) || value.length > maxLength) return Effect.succeed(none)
  return Suggest.find(name)(value, context?.arguments ?? {}).pipe(
    Effect.map(({ hasMore, values }) =>
      Result.succeed({
        completion: { values: [...values], hasMore, ...(hasMore ? {} : { total: values.length }) }
      })
    ),
    Effect.catchCause(refused)
  )
}

export const answer = async (params: CompleteRequestParams, run: Run) => {
  const completed = await run(complete(params))
  return Result.isSuccess(completed) ? completed.success : Promise.reject(completed.failure)
}

export const install = (server: Server, answer: (params: CompleteRequestParams) => Promise<CompleteResult>) =>
  server.setRequestHandler("completion/complete", ({ params }) => answer(params))
