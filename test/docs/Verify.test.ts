/** The code of docs/webhooks.md that verifies a webhook, run in each language that this machine has. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { Signer, toSecret } from "../../layers/webhooks/Signer.ts"
import * as Fences from "../support/docs/Fences.ts"

const page = "docs/webhooks.md"
const secret = toSecret(new Uint8Array(24).fill(7))
const body = JSON.stringify({ event: "deal.won", text: "Größe 🎉" })

const headers = Effect.runSync(
  Effect.provide(
    Effect.flatMap(Signer, (signer) =>
      Effect.sync(() =>
        signer.headers({
          id: "msg_1",
          timestamp: Math.floor(Date.now() / 1_000),
          body: new TextEncoder().encode(body),
          secrets: [secret]
        })
      )
    ),
    Signer.layer
  )
)

const folder = mkdtempSync(join(tmpdir(), "verify-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Language {
  readonly name: string
  readonly program: string
  readonly args: ReadonlyArray<string>
  /** Of a program that reads body, header and secret as arguments, and prints `true` or `false` for each header. */
  readonly around: (code: string) => string
}

/** A program gets the body, the secret, and headers to judge: it prints a line for each. */
const languages: ReadonlyArray<Language> = [
  {
    name: "js",
    program: process.execPath,
    args: ["verify.mjs"],
    around: (code) => `${code}
const [, , body, secret, ...given] = process.argv
for (const one of given) console.log(isGenuine(Buffer.from(body), one, secret))`
  },
  {
    name: "python",
    program: "python3",
    args: ["verify.py"],
    around: (code) => `${code}
import sys
for one in sys.argv[3:]:
    print(str(is_genuine(sys.argv[1].encode(), one, sys.argv[2])).lower())`
  },
  {
    name: "go",
    program: "go",
    args: ["run", "verify.go"],
    around: (code) => `package main
import ("crypto/hmac"; "crypto/sha256"; "encoding/hex"; "fmt"; "os")
${code}
func main() { for _, one := range os.Args[3:] { fmt.Println(isGenuine([]byte(os.Args[1]), one, os.Args[2])) } }`
  },
  {
    name: "ruby",
    program: "ruby",
    args: ["-ropenssl", "verify.ruby"],
    around: (code) => `${code}
body, secret, *given = ARGV
given.each { |one| puts genuine?(body.b, one, secret) }`
  },
  {
    name: "php",
    program: "php",
    args: ["verify.php"],
    around: (code) => `<?php ${code}
foreach (array_slice($argv, 3) as $one) echo is_genuine($argv[1], $one, $argv[2]) ? "true\\n" : "false\\n";`
  }
]

const versionOf = (program: string) => spawnSync(program, [program === "go" ? "version" : "--version"]).status

const extensionOf = (name: string) => ({ js: "mjs", python: "py" })[name] ?? name

describe("the code of docs/webhooks.md", () => {
  for (const { args, around, name, program } of languages) {
    // What a machine lacks is skipped, and the report says so.
    it.skipIf(versionOf(program) !== 0)(
      `takes what is genuine, and nothing else, in ${name}`,
      { timeout: 120_000 },
      () => {
        const [code] = Fences.codes(page, name, "Verify: by hand")
        writeFileSync(join(folder, `verify.${extensionOf(name)}`), around(code!))
        const right = headers["x-service-signature"]!
        const given = [right, right.replace(/.$/u, (last) => (last === "0" ? "1" : "0")), "sha256=", ""]
        const { stderr, stdout } = spawnSync(program, [...args, body, secret, ...given], {
          cwd: folder,
          encoding: "utf8",
          env: { ...process.env, GOCACHE: join(tmpdir(), "go-cache"), GO111MODULE: "off" }
        })
        assert.deepStrictEqual(stdout.trim().split("\n"), ["true", "false", "false", "false"], stderr)
      }
    )
  }

  it("works with the library for Node as it stands", () => {
    const [code = ""] = Fences.codes(page, "js", "Verify: with a library")
    const program = `${code.replace(
      /^import.*$/mu,
      (line) => `${line}
let handle
const app = { post: (path, _, handler) => (handle = handler) }
const express = { raw: () => undefined }`
    )}
const said = []
const response = { sendStatus: (status) => said.push(status) }
const [body, headers] = JSON.parse(process.env.GIVEN)
handle({ body, headers }, response)
try { handle({ body: body + " ", headers }, response) } catch { said.push("refused") }
console.log(said.join(" "))`
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    )
    const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      encoding: "utf8",
      env: { ...process.env, GIVEN: JSON.stringify([body, lower]), SIGNING_SECRET: secret }
    })
    assert.strictEqual(stdout.trim(), "204 refused", stderr)
  })
})
