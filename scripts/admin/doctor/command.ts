/** `admin doctor`: finds problems of an installation and says how to fix them. */
import { Clock, Console, Effect, Option, Result } from "effect"
import { Command } from "effect/cli"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Json } from "../command/Command.ts"
import { Said } from "../command/Failure.ts"
import * as Flags from "../command/Flags.ts"
import * as Services from "../command/Services.ts"
import * as Written from "../command/Written.ts"
import * as Backups from "./backups.ts"
import * as Bundle from "./bundle.ts"
import * as Database from "./database.ts"
import { fail, type Finding, ok, within } from "./Finding.ts"
import * as Machine from "./machine.ts"
import * as Partitions from "./partitions.ts"
import * as Reach from "./reach.ts"

/** Seconds for all database checks, including the start of an embedded server. The other checks run in parallel and get less. */
const timeout = 30

const atHome = (settings: Settings["Service"], now: number) =>
  Effect.all([
    within(
      "data directory",
      5,
      "Let the service's user write there, or set DATA_DIR.",
      Machine.look(() => Machine.dataDir(settings))
    ),
    within(
      "certificate",
      5,
      "Check the files that TLS_CERT and TLS_KEY name.",
      Machine.look(() => Machine.certificate(settings, now))
    ),
    within(
      "address",
      5,
      "Check BASE_URL.",
      Machine.look(() => Machine.address(settings))
    )
  ])

const outside = (settings: Settings["Service"], now: number) =>
  Effect.all(
    [
      within("service", 8, "Check that it runs.", Reach.service(settings)),
      within("redis", 8, "Check REDIS_URL, and that Redis runs.", Reach.redis(settings)),
      within("files", 20, "Check S3_ENDPOINT, S3_BUCKET and the key's rights.", Reach.bucket(settings)),
      within("backups", 20, "Check BACKUP_TO, and BACKUP_S3_… for a bucket.", Backups.look(settings, now)),
      within("smtp", 5, "Check SMTP_PORT.", Reach.smtp(settings))
    ],
    { concurrency: "unbounded" }
  )

/** The findings about the database, and its section in the bug report. */
const databaseChecks = Effect.gen(function* () {
  const answered = yield* Database.server
  const rest = yield* Effect.all([
    within("migrations", 10, "See docs/operations/watch.md.", Database.schema),
    within("encryption key", 10, "See docs/security.md.", Database.key),
    within("jobs", 10, "Migrate the database first.", Effect.provide(Database.work, Database.services)),
    within("partitions", 10, "Migrate the database first.", Partitions.look),
    within("prepared transactions", 10, "Look at pg_prepared_xacts.", Database.prepared)
  ])
  const report = yield* Effect.option(Effect.timeout(Database.report, "5 seconds"))
  return { findings: [...answered, ...rest.flat()], report: Option.getOrNull(report) }
})

const database = Effect.gen(function* () {
  const kept: { report: unknown } = { report: null }
  const look = Effect.map(Effect.provide(databaseChecks, Services.unmigrated), ({ findings, report }) => {
    kept.report = report
    return findings
  })
  const todo = "Check DATABASE_URL (or DATA_DIR for the embedded one), that PostgreSQL runs, and its log."
  const findings = yield* within("database", timeout, todo, look)
  return { findings, report: kept.report }
})

const examine = Effect.gen(function* () {
  const read = yield* Effect.result(Effect.provide(Settings, Settings.layer))
  if (Result.isFailure(read)) {
    const findings = [Machine.node(), fail("settings", read.failure.message, "docs/settings.md lists them.")]
    return { findings, database: null, metrics: null }
  }
  const settings = read.success
  const now = yield* Clock.currentTimeMillis
  const [home, away, { findings, report }, metrics] = yield* Effect.all(
    [atHome(settings, now), outside(settings, now), database, Reach.metrics(settings)],
    { concurrency: "unbounded" }
  )
  const all = [Machine.node(), ok("settings", "can be read"), ...home.flat(), ...away.flat(), ...findings]
  return { findings: all, database: report, metrics }
})

const lineOf = ({ check, says, state, todo }: Finding) =>
  `${state.padEnd(4)}  ${check}: ${says}${todo === "" ? "" : `. ${todo}`}`.replaceAll(/\p{Cc}+/gu, " ")

export const doctor = Command.make(
  "doctor",
  {
    bundle: Flags.optional(
      Flags.output(
        "Writes what a bug report needs to this new file, as JSON: no secrets, no one's data",
        "bundle"
      )
    )
  },
  Effect.fnUntraced(
    function* ({ bundle }) {
      const found = yield* examine
      const { findings } = found
      if (bundle !== undefined) {
        const text = `${JSON.stringify(yield* Bundle.make(found), null, 2)}\n`
        yield* Written.into(bundle, (write) => write(text))
      }
      const failed = findings.filter(({ state }) => state === "fail").length
      const warned = findings.filter(({ state }) => state === "warn").length
      const sum = `${failed} failed, ${warned} warnings, ${findings.length - failed - warned} ok`
      const print = bundle === "-" ? Console.error : Console.log
      yield* print(
        (yield* Json)
          ? JSON.stringify({ failed, warned, findings }, null, 2)
          : [...findings.map(lineOf), "", sum].join("\n")
      )
      if (failed > 0) return yield* new Said()
    },
    (effect) => Effect.provide(effect, Services.system)
  )
).pipe(Command.withDescription("Says what is wrong with the installation, and what to do about it."))
