/** What the authorization server reads from elsewhere: descriptions of clients, and their keys. */
import { Effect } from "effect"
import { Egress } from "../../../layers/platform/egress/Egress.ts"

type Run = <A, E>(effect: Effect.Effect<A, E, Egress>) => Promise<A>

/** A metadata document or a key set, fetched by the rules for everything that goes out. */
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
  /** For the operator: an app that cannot be connected is rarely the app's fault. */
  const say = (reason: string) =>
    Effect.logWarning(
      `What an OAuth client says of itself could not be fetched from ${URL.parse(request.url)?.host}: ${reason}`
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
