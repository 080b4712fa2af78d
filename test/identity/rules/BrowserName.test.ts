import { assert, describe, it } from "@effect/vitest"
import * as BrowserName from "../../../src/identity/rules/BrowserName.ts"

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"

describe("the name of a browser", () => {
  for (const [header, name] of [
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
      "Edge on Windows"
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
    [`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36`, "Chrome on Android"],
    ["Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604",
      "Safari on iOS"
    ],
    ["curl/8.1\u0000\u202Ex", "curl/8.1 x"],
    ["x".repeat(5000), "x".repeat(40)],
    ["", undefined],
    [undefined, undefined]
  ] as const) {
    it(`it is ${name ?? "none"} of ${header?.slice(0, 40) ?? "nothing"}`, () => {
      assert.strictEqual(BrowserName.of(header), name)
    })
  }
})
