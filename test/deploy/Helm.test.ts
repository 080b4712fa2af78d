import { assert, describe, it } from "@effect/vitest"
import { Ajv } from "ajv"
import { globSync, readFileSync } from "node:fs"
import { chart } from "../../scripts/settings.ts"
import { pathOf, secrets, textOf, variables, yamlOf } from "../support/deploy/Files.ts"

const root = "deploy/helm/sales-pipeline"

const values = yamlOf(`${root}/values.yaml`)

const schema = JSON.parse(textOf(`${root}/values.schema.json`))

const templates = globSync(pathOf(`${root}/templates/*`)).map((path) => readFileSync(path, "utf8"))

const validate = new Ajv({ strict: false }).compile(schema)

const given = { baseUrl: "https://crm.example", secret: { ...values.secret, name: "crm" } }

const accepts = (changes: object) => validate({ ...values, ...given, ...changes })

const leaves = (value: unknown, path: string): ReadonlyArray<string> =>
  value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, one]) => leaves(one, `${path}.${key}`))
    : [path]

describe("the chart", () => {
  it("accepts its own values once an address and a Secret are given", () => {
    assert.isFalse(validate(values))
    assert.isTrue(accepts({}), JSON.stringify(validate.errors))
  })

  it("accepts the values of a cluster, which add to its own", () => {
    const cluster = yamlOf(`${root}/values-cluster.yaml`)
    const settings = { ...values.settings, ...cluster.settings, S3_BUCKET: "crm" }
    const secret = { name: "crm", ...cluster.secret }
    assert.isTrue(accepts({ ...cluster, settings, secret }), JSON.stringify(validate.errors))
    for (const path of leaves(cluster, "").filter((path) => !path.startsWith(".settings.")))
      assert.include(leaves(values, ""), path)
    for (const name of [...Object.keys(cluster.settings), ...cluster.secret.keys])
      assert.isTrue(variables.has(name), name)
    for (const name of ["DATABASE_URL", "DATABASE_LISTEN_URL", "ENCRYPTION_KEY", "REDIS_URL"])
      assert.include(cluster.secret.keys, name)
    assert.isAtLeast(cluster.autoscaling.minReplicas, cluster.replicas)
    assert.isTrue(cluster.migrations.distribute)
  })

  it("distributes once, after the migrations", () => {
    const job = templates.find((text) => text.includes("kind: Job"))!
    assert.match(
      job,
      /if \.Values\.migrations\.distribute[^\n]*\n[^\n]*migrate --json && [^\n]*database distribute --json/u
    )
  })

  const wrong: Record<string, object> = {
    "an address without TLS": { baseUrl: "http://crm.example" },
    "an address with a path": { baseUrl: "https://crm.example/sales" },
    "a Secret without the key": { secret: { name: "crm", keys: ["DATABASE_URL"] } },
    "a secret among the settings": { settings: { DATABASE_URL: "postgres://u:p@db/sales" } },
    "a setting that is the chart's": { settings: { DATA_DIR: "/x" } },
    "a value it has not": { replica: 3 },
    "a moving tag": { image: { repository: "crm", tag: "latest" } }
  }
  for (const [what, changes] of Object.entries(wrong)) {
    it(`refuses ${what}`, () => {
      assert.isFalse(accepts(changes))
    })
  }

  it("refuses every secret among the settings", () => {
    assert.deepStrictEqual(schema, chart(structuredClone(schema)), "out of date: run npm run generate")
    assert.isAbove(secrets.length, 4)
    for (const name of secrets) assert.isFalse(accepts({ settings: { [name]: "x" } }), name)
  })

  it("uses every value, and no other", () => {
    const used = new Set(
      templates.flatMap((text) =>
        [...text.matchAll(/\.Values((?:\.[A-Za-z0-9_]+)+)/gu)].map(([, path]) => path!)
      )
    )
    const known = leaves(values, "")
    for (const path of known.filter((path) => !path.startsWith(".settings."))) {
      const parents = path.split(".").map((_, at, all) => all.slice(0, at + 1).join("."))
      assert.isTrue(
        parents.some((parent) => used.has(parent)),
        `${path} is not used`
      )
    }
    for (const path of used) {
      const isThere = path.startsWith(".settings.") || known.some((one) => `${one}.`.startsWith(`${path}.`))
      assert.isTrue(isThere, `${path} is not in values.yaml`)
    }
  })

  it("sets only settings, and is of the service's version", () => {
    const set = templates.flatMap((text) =>
      [...text.matchAll(/- name: ([A-Z_0-9]+)\n/gu)].map(([, name]) => name!)
    )
    assert.sameMembers(set, ["BASE_URL", "DATA_DIR", "SHUTDOWN_DELAY"])
    for (const name of [...set, ...Object.keys(values.settings), ...values.secret.keys])
      assert.isTrue(variables.has(name), name)
    const { appVersion } = yamlOf(`${root}/Chart.yaml`)
    assert.strictEqual(appVersion, JSON.parse(textOf("package.json")).version)
  })
})
