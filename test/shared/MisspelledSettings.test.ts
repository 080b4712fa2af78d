import { assert, describe, it } from "@effect/vitest"
import { complaints } from "../../src/shared/MisspelledSettings.ts"

const settings = [
  "PORT",
  "HOST",
  "BASE_URL",
  "WORKERS",
  "DATABASE_URL",
  "DATABASE_URL_FILE",
  "DATABASE_POOL",
  "TRUST_PROXY",
  "RATE_LIMIT_PER_KEY",
  "RATE_LIMIT_PER_ADDRESS",
  "S3_BUCKET",
  "S3_REGION",
  "SALES_PIPELINE_URL",
  "SALES_PIPELINE_TOOLSET"
]

describe("a variable that is no setting", () => {
  const meant = {
    DATABASE_URI: "DATABASE_URL",
    DATABSE_URL: "DATABASE_URL",
    DATABASE_URL_FILES: "DATABASE_URL_FILE",
    WORKER: "WORKERS",
    BASE_URL_FILE: "BASE_URL",
    TRUSTED_PROXY: "TRUST_PROXY",
    trust_proxy: "TRUST_PROXY",
    RATE_LIMIT_PER_KEYS: "RATE_LIMIT_PER_KEY"
  }
  for (const [name, setting] of Object.entries(meant)) {
    it(`is said to mean ${setting} if it is ${name}`, () => {
      assert.deepStrictEqual(complaints([name], settings), [
        `${name} is not a setting. Did you mean ${setting}?`
      ])
    })
  }

  it("is reported if it begins as only ours do", () => {
    assert.deepStrictEqual(complaints(["S3_PREFIX", "RATE_LIMITS", "SALES_PIPELINE_DEBUG"], settings), [
      "S3_PREFIX is not a setting. docs/settings.md lists them all.",
      "RATE_LIMITS is not a setting. docs/settings.md lists them all.",
      "SALES_PIPELINE_DEBUG is not a setting. docs/settings.md lists them all."
    ])
  })

  it("is left alone if it is a setting, or belongs to other programs", () => {
    const others = [
      "PATH",
      "HOME",
      "PORTS",
      "HOSTNAME",
      "POST",
      "NODE_OPTIONS",
      "PGHOST",
      "PGPORT",
      "DATABASE_HOST",
      "AWS_REGION",
      "SALES_PIPELINE_PORT",
      "SALES_PIPELINE_SERVICE_HOST",
      "SALES_PIPELINE_PORT_3000_TCP_ADDR",
      "http_proxy"
    ]
    assert.deepStrictEqual(complaints([...others, ...settings], settings), [])
  })
})
