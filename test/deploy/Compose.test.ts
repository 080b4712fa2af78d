import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathOf, secrets, variables, yamlOf } from "../support/deploy/Files.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const files = ["deploy/compose/single.yaml", "deploy/compose/full.yaml"]

describe("compose files", () => {
  for (const file of files) {
    const { secrets: declared = {}, services, volumes } = yamlOf(file)

    it(`set only settings, and no secret, in ${file}`, () => {
      const names = Object.keys(services.app.environment)
      assert.include(names, "TRUST_PROXY")
      for (const name of names) {
        assert.isTrue(variables.has(name), name)
        assert.notInclude(secrets, name)
      }
    })

    it(`pin images, and use what they declare, in ${file}`, () => {
      const used = new Set<string>()
      for (const [name, one] of Object.entries<any>(services)) {
        assert.match(one.image, /:.*\d|^sales-pipeline:local$/u, name)
        for (const volume of one.volumes ?? []) {
          const [source = ""] = String(volume).split(":")
          if (source.startsWith(".")) assert.isTrue(existsSync(join(dirname(pathOf(file)), source)), source)
          else used.add(source)
        }
        for (const secret of one.secrets ?? []) assert.property(declared, secret)
        for (const [other, { condition }] of Object.entries<any>(
          Array.isArray(one.depends_on) ? {} : (one.depends_on ?? {})
        )) {
          if (condition === "service_healthy") assert.property(services[other], "healthcheck", other)
        }
      }
      assert.sameMembers([...used], Object.keys(volumes))
      for (const name of Object.keys(services.app.environment).filter((name) => name.endsWith("_FILE"))) {
        assert.include(
          services.app.secrets.map((secret: string) => `/run/secrets/${secret}`),
          services.app.environment[name]
        )
      }
    })

    it(`keep the service's files read-only, and give it time to stop, in ${file}`, () => {
      const { app } = services
      assert.isTrue(app.read_only)
      assert.deepStrictEqual(app.cap_drop, ["ALL"])
      assert.isAtLeast(Number.parseInt(app.stop_grace_period), 15)
    })
  }

  it.effect("find every secret where secrets.sh makes it, once", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const script = join(directory, "secrets.sh")
      copyFileSync(pathOf("deploy/compose/secrets.sh"), script)
      const read = () =>
        readdirSync(join(directory, "secrets")).map((name) => [
          name,
          readFileSync(join(directory, "secrets", name), "utf8")
        ])
      execFileSync("sh", [script])
      const made = read()
      assert.sameMembers(
        made.map(([name]) => `./secrets/${name}`),
        Object.values<any>(yamlOf("deploy/compose/full.yaml").secrets).map(({ file }) => file)
      )
      assert.match(Object.fromEntries(made).encryption_key, /^[0-9a-f]{64}\n$/u)
      assert.strictEqual(statSync(join(directory, "secrets")).mode & 0o777, 0o700)
      execFileSync("sh", [script])
      assert.deepStrictEqual(read(), made)
    })
  )
})
