import { assert, layer } from "@effect/vitest"
import { Effect, Logger } from "effect"
import * as Intake from "../support/samples/Intake.ts"
import { TestService } from "../support/server/TestService.ts"

/** Characters that no text column can store, written for a URL, a form and JSON. */
const marker = "sent-by-a-stranger"
const bad = {
  "U+0000": "\u0000",
  "half of a surrogate pair": "\ud800",
  "both and more": `${"\u0000".repeat(50)}\udfff`
}

const parameters = [
  "client_id",
  "state",
  "redirect_uri",
  "login_hint",
  "ui_locales",
  "display",
  "scope",
  "resource",
  "code",
  "refresh_token",
  "token",
  "client_secret",
  "nonce",
  "claims",
  "grant_type",
  "code_verifier"
]

const metadata = ["client_name", "software_id", "logo_uri", "client_uri", "tos_uri", "policy_uri", "scope"]

const logged: Array<string> = []
const logs = Logger.layer([
  Logger.make(({ cause, message }) => void logged.push(JSON.stringify([message, String(cause)])))
])

layer(TestService.layer({}, { overrides: logs }), { excludeTestServices: true })(
  "a request from an app without a credential",
  (it) => {
    const refusedEverywhere = (requests: ReadonlyArray<readonly [string, string, RequestInit?]>) =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        for (const [what, path, init] of requests) {
          const answer = yield* Effect.promise(() => fetch(url + path, { redirect: "manual", ...init }))
          const text = yield* Effect.promise(() => answer.text())
          assert.isBelow(answer.status, 500, `${what}: ${text}`)
        }
        assert.notInclude(logged.join("\n"), marker)
      })

    for (const [name, part] of Object.entries(bad)) {
      const text = `${marker}${part}`
      it.effect(`is refused with a message if it holds ${name}, and reaches no log`, () =>
        refusedEverywhere([
          ...parameters.map(
            (one) => [one, `/oauth/authorize?${new URLSearchParams({ [one]: text })}`] as const
          ),
          ...["/oauth/token", "/oauth/revoke"].flatMap((path) =>
            [...parameters, marker].map((one): [string, string, RequestInit] => [
              `${path} ${one}`,
              path,
              { method: "POST", body: new URLSearchParams({ client_id: "x", [one]: text, [text]: one }) }
            ])
          ),
          ...metadata.map((one): [string, string, RequestInit] => [
            one,
            "/oauth/register",
            {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ redirect_uris: ["http://127.0.0.1/cb"], [one]: text })
            }
          ]),
          [
            "basic",
            "/oauth/token",
            {
              method: "POST",
              headers: { authorization: `Basic ${btoa(`${encodeURIComponent(`${marker}\u0000`)}:x`)}` },
              body: new URLSearchParams({ grant_type: "authorization_code" })
            }
          ],
          ["path", `/oauth/authorize/${encodeURIComponent(`${marker}\u0000`)}`]
        ])
      )
    }

    it.effect("is refused with a message if it is deep, wide or long", () => {
      const json = (body: string): RequestInit => ({
        method: "POST",
        headers: { "content-type": "application/json" },
        body
      })
      return refusedEverywhere([
        ["deep", "/oauth/register", json("[".repeat(8_000))],
        ["deep jwks", "/oauth/register", json(`{"jwks":${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}}`)],
        ["null", "/oauth/register", json("null")],
        ["long", "/oauth/register", json(JSON.stringify({ client_name: "x".repeat(500_000) }))],
        [
          "fields",
          "/oauth/token",
          {
            method: "POST",
            body: "a&".repeat(8_000),
            headers: { "content-type": "application/x-www-form-urlencoded" }
          }
        ]
      ])
    })
  }
)

layer(TestService.layer(), { excludeTestServices: true })("JSON at a contact page's address", (it) => {
  it.effect("is refused if it is nested half a million levels deep", () =>
    Effect.gen(function* () {
      const { page, post } = yield* Intake.make
      const body = `{"message":${"[".repeat(500_000)}${"]".repeat(500_000)}}`
      const answer = yield* Effect.promise(() => post("POST", page, body))
      assert.deepStrictEqual([answer.status, answer.body.error.code], [400, "invalid_body"])
    })
  )
})
