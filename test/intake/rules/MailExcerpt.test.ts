import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as MailExcerpt from "../../../src/intake/rules/MailExcerpt.ts"

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1")
const of = (raw: string) => text(MailExcerpt.of(Buffer.from(raw, "latin1")))
const line = `${"QUFB".repeat(19)}\r\n`

describe("MailExcerpt", () => {
  it("is the whole of a message of ordinary length", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("\n", "\r\n", "a", line, "--x", " ")), (parts) => {
        assert.strictEqual(of(parts.join("")), parts.join(""))
      })
    )
  })

  it("leaves out most of an attachment, and nothing after it", () => {
    const [head, tail] = ["From: a@b.example\n\n--x\n\n", "QQ==\n--x\n\nafter\n"]
    const kept = line.repeat(3_000)
    assert.strictEqual(of(head + line.repeat(100_000) + tail), head + kept + tail)
    const twice = `${head}${line.repeat(5_000)}${tail}${line.repeat(5_000)}${tail}`
    assert.strictEqual(of(twice), head + kept + tail + kept + tail)
  })

  it("ends with a line after five thousand", () => {
    assert.strictEqual(of("\n".repeat(1_000_000)), "\n".repeat(5_000))
  })

  it("ends after a mebibyte of text, within a line if necessary", () => {
    const head = `From: a@b.example\n\n${line.repeat(2_000)}`
    const text = "a b".repeat(1_000_000)
    assert.strictEqual(of(head + text), head + text.slice(0, 1_048_576 - "From: a@b.example\n\n".length))
    const lines = `${"a".repeat(398)}\n`.repeat(20_000)
    assert.strictEqual(of(lines), lines.slice(0, 1_048_576))
  })
})
