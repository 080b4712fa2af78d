/** Fetches clients' metadata documents and keys for the authorization server. */
import { Effect } from "effect"
import { Egress } from "../../../layers/egress/Egress.ts"

type Run = <A, E>(effect: Effect.Effect<A, E, Egress>) => Promise<A>

/** Fetches a metadata document or a key set, under the rules for all outbound requests. */
export const make = (run: Run) => async (url: string | URL | Request) => {
  const request = {
    url: String(url),
    method: "GET",
    headers: { accept: "application/json" },
    connectTimeout: "2 seconds",
    totalTimeout: "5 seconds",
    maxResponseBytes: 65_536,
    whenTooLarge: "fail",
    redirects: 0
  } as const
  /** Logs the reason for the operator, because a failed connection is rarely the app's fault. */
  const say = (reason: string) =>
    Effect.logWarning(
      `An OAuth client's description could not be fetched from ${URL.parse(request.url)?.host}: ${reason}`
    )
  const { body, headers, status } = await run(
    Effect.gen(function* () {
      const answer = yield* Effect.tapError((yield* Egress).request(request), (error) => say(error.message))
      if (answer.status !== 200) yield* say(`it answered ${answer.status}`)
      return answer
    })
  )
  const empty = [204, 205, 304].includes(status)
  return new Response(empty ? null : new Uint8Array(body), { status, headers })
}
