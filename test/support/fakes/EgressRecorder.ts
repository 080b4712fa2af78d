/** An Egress that calls nobody: it records each request and answers from a function. */
import { Effect, Layer } from "effect"
import { Egress, type EgressFailure, type Reply, type Request } from "../../../layers/egress/Egress.ts"
import * as PublicUrl from "../../../src/shared/network/PublicUrl.ts"

export const ok: Reply = { status: 200, headers: {}, body: new Uint8Array(), truncated: false }

/** `calls` records each request; the strict rules for URLs apply. */
export const makeEgressRecorder = (
  answer: (request: Request) => Reply | EgressFailure | Effect.Effect<Reply, EgressFailure> = () => ok
) => {
  const calls: Array<Request> = []
  const vet = (url: string, field?: string) =>
    Effect.fromResult(PublicUrl.parsePublicUrl(url, PublicUrl.strict, field))
  const layer = Layer.succeed(
    Egress,
    Egress.of({
      checkUrl: vet,
      check: vet,
      request: (request) =>
        Effect.suspend(() => {
          calls.push(request)
          const outcome = answer(request)
          if (Effect.isEffect(outcome)) return outcome
          return "status" in outcome ? Effect.succeed(outcome) : Effect.fail(outcome)
        })
    })
  )
  return { calls, layer }
}
