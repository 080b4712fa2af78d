/** Shared by contract tests: one service per file, requests as effects, and every answer checked against the API description. */
import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import type { Role } from "../../../schema/Scope.ts"
import * as Conformance from "../mcp/Conformance.ts"
import { type Answer, TestService } from "./TestService.ts"

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>
) => Promise<Answer>

type Call = (path: string, body?: unknown, headers?: Record<string, string>) => Effect.Effect<Answer>

/** Requests with one credential, or without. */
export interface Api {
  readonly request: (method: string, ...rest: Parameters<Call>) => Effect.Effect<Answer>
  readonly get: (path: string, headers?: Record<string, string>) => Effect.Effect<Answer>
  readonly post: Call
  readonly patch: Call
  readonly put: Call
  readonly delete: Call
}

type Provided = Layer.Success<ReturnType<typeof TestService.layer>>

const testsOf =
  (clock: "live" | "test") =>
  (
    name: string,
    define: Parameters<ReturnType<typeof layer<Provided, unknown>>>[1],
    ...options: Parameters<typeof TestService.layer>
  ) =>
    layer(TestService.layer(...options), { excludeTestServices: clock === "live" })(name, define)

/** Tests of one service, on the real clock. */
export const contract = testsOf("live")

/** The same, on a test clock that only tests move. */
export const contractOnTestClock = testsOf("test")

export const api = (send: Send): Api => {
  const request: Api["request"] = (method, path, body, headers) =>
    Effect.promise(async () => {
      const answer = await send(method, path, body, headers)
      Conformance.check(method, path, answer)
      return answer
    })
  const call =
    (method: string): Call =>
    (...rest) =>
      request(method, ...rest)
  return {
    request,
    get: (path, headers) => request("GET", path, undefined, headers),
    post: call("POST"),
    patch: call("PATCH"),
    put: call("PUT"),
    delete: call("DELETE")
  }
}

/** Requests without a credential. */
export const anonymous = Effect.map(TestService, ({ send }) => api(send))

/** Requests with any token. */
export const as = (token: string) => Effect.map(TestService, (service) => api(service.as(token)))

/** A new workspace, and requests by its owner. */
export const workspace = (plan?: Plan) =>
  Effect.map(
    Effect.flatMap(TestService, (service) => service.workspace(plan)),
    (made) => ({ ...made, ...api(made.send) })
  )

/** A new member of a workspace, and requests by them. */
export const member = (workspaceId: WorkspaceId, role: Role) =>
  Effect.map(
    Effect.flatMap(TestService, (service) => service.member(workspaceId, role)),
    (made) => ({ ...made, ...api(made.send) })
  )

/** The resource of an answer, which must be a success. */
export const ok = <E, R>(call: Effect.Effect<Answer, E, R>, status = 200) =>
  Effect.map(call, (answer) => {
    assert.strictEqual(answer.status, status, answer.text)
    return answer.body
  })

export const created = <E, R>(call: Effect.Effect<Answer, E, R>) => ok(call, 201)

/** The error of an answer, which must be this refusal. */
export const refused = <E, R>(call: Effect.Effect<Answer, E, R>, status: number, code: string) =>
  Effect.map(call, (answer) => {
    assert.deepStrictEqual([answer.status, answer.body?.error?.code], [status, code], answer.text)
    return answer.body.error
  })
