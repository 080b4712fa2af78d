/** The report for a bug: masked settings, sizes and versions, without secrets and without customer data. */
import { ConfigProvider, Effect } from "effect"
import { arch, cpus, platform, release, totalmem } from "node:os"
import { tables } from "../../../layers/settings/Settings.ts"
import { fileOf } from "../../../layers/settings/Environment.ts"
import { build } from "../../../layers/runtime/Version.ts"
import type { Finding } from "./Finding.ts"

/** Values that can't be secret: numbers, switches, and enumerated words. */
const harmlessValue =
  /^(\d{1,9}(\.\d{1,6})?|true|false|yes|no|on|off|pretty|json|debug|info|warn|error|none)$/iu

const masked = (value: string | undefined, isSecret: boolean) => {
  if (value === undefined || value === "") return "(not set)"
  return !isSecret && harmlessValue.test(value) ? value : "(set, not shown)"
}

/** Every setting with its masked value. */
const settings = Effect.gen(function* () {
  const provider = yield* ConfigProvider.ConfigProvider
  const valueOf = (name: string) => Effect.map(provider.load([name]), (node) => node?.value)
  const all = Object.values(tables).flatMap((table) => Object.values(table))
  const entries = yield* Effect.forEach(
    all,
    Effect.fnUntraced(function* ({ isSecret, name }) {
      const file = isSecret ? yield* valueOf(fileOf(name)) : undefined
      const value = file === undefined ? masked(yield* valueOf(name), isSecret) : "(set by a file)"
      return [name, value] as const
    })
  )
  return Object.fromEntries(entries)
})

export const make = Effect.fnUntraced(function* (parts: {
  readonly findings: ReadonlyArray<Finding>
  readonly database: unknown
  readonly metrics: string | null
}) {
  return {
    version: build,
    node: process.versions.node,
    system: {
      platform: platform(),
      release: release(),
      arch: arch(),
      cpus: cpus().length,
      memory: totalmem()
    },
    settings: yield* settings,
    ...parts
  }
})
