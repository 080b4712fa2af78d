import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { statusOf } from "../../schema/Fault.ts"
import * as PublicUrl from "../../src/shared/network/PublicUrl.ts"
import { hostileUrls } from "../support/hostile/HostileUrls.ts"

const accepts = (url: string, rules?: PublicUrl.Rules) =>
  Result.isSuccess(PublicUrl.parsePublicUrl(url, rules))

describe("PublicUrl", () => {
  for (const { why, url } of hostileUrls) {
    it(`refuses ${why}: ${url.slice(0, 60)}`, () => {
      const outcome = PublicUrl.parsePublicUrl(url, PublicUrl.strict, "screenshot")
      assert.isTrue(Result.isFailure(outcome))
      if (Result.isSuccess(outcome)) return
      assert.strictEqual(outcome.failure.code, "invalid_url")
      assert.strictEqual(statusOf(outcome.failure), 400)
      assert.match(outcome.failure.message, /^screenshot (must|is) .*\. Send an https:\/\/ URL/u)
    })
  }

  for (const url of [
    "https://example.com/a.png?x=1#y",
    "https://EXAMPLE.com:8443/",
    "https://bücher.example.com/",
    "https://example.com./",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
    "https://[::ffff:8.8.8.8]/",
    "https://192.0.1.1/",
    "https://172.32.0.1/",
    `https://example.com/${"a".repeat(1980)}`
  ]) {
    it(`accepts ${url.slice(0, 60)}`, () => assert.isTrue(accepts(url)))
  }

  it("opens loopback, and only loopback, when the setting says so", () => {
    const relaxed = { allowLoopback: true }
    for (const url of [
      "http://127.0.0.1:9/",
      "http://localhost:9/",
      "http://[::1]:9/",
      "https://localhost/"
    ]) {
      assert.isTrue(accepts(url, relaxed), url)
    }
    for (const url of [
      "http://example.com/",
      "http://10.0.0.1/",
      "https://10.0.0.1/",
      "https://169.254.169.254/",
      "http://api.localhost/",
      "https://redis/"
    ]) {
      assert.isFalse(accepts(url, relaxed), url)
    }
  })
})
