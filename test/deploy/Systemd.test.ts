import { assert, describe, it } from "@effect/vitest"
import { secrets, textOf, variables } from "../support/deploy/Files.ts"

/** The values of each key, in the order of the unit. */
const unit = Map.groupBy(
  textOf("deploy/systemd/sales-pipeline.service")
    .split("\n")
    .filter((line) => /^\w+=/u.test(line))
    .map((line) => ({ key: line.slice(0, line.indexOf("=")), value: line.slice(line.indexOf("=") + 1) })),
  ({ key }) => key
)

const of = (key: string) => (unit.get(key) ?? []).map(({ value }) => value)

describe("the systemd unit", () => {
  it("starts Node on the service itself, so that the service gets the signals", () => {
    const [command = ""] = of("ExecStart")
    const [program, ...words] = command.split(" ")
    assert.match(program!, /\/\.?bin\/node$/u)
    assert.strictEqual(words.at(-1), "src/main.ts")
    assert.deepStrictEqual([of("KillSignal"), of("KillMode")], [["SIGTERM"], ["mixed"]])
    assert.isAtLeast(Number.parseInt(of("TimeoutStopSec")[0]!), 15)
  })

  it("sets only settings, and no secret", () => {
    const names = of("Environment").map((one) => one.split("=")[0]!)
    assert.include(names, "DATA_DIR")
    for (const name of names) {
      assert.isTrue(variables.has(name) || name.startsWith("NODE_"), name)
      assert.notInclude(secrets, name)
    }
  })

  it("offers as credentials only secrets, each with the file that the service reads", () => {
    const text = textOf("deploy/systemd/sales-pipeline.service")
    const offered = [...text.matchAll(/^#LoadCredential=(\w+):.*\n#Environment=(\w+)=%d\/(\w+)$/gmu)]
    assert.isNotEmpty(offered)
    for (const [, credential, name = "", file] of offered) {
      assert.strictEqual(credential, file)
      assert.isTrue(variables.has(name) && secrets.includes(name.replace(/_FILE$/u, "")), name)
    }
  })
})
