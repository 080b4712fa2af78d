/** Commands that move a workspace to another instance: export and import. */
import { Effect, Redacted } from "effect"
import { createWriteStream, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { AuditProof } from "../../layers/audit/AuditProof.ts"
import { WorkspaceExport } from "../../layers/identity/transfer/WorkspaceExport.ts"
import { WorkspaceImport } from "../../layers/identity/transfer/WorkspaceImport.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import { now } from "../../layers/runtime/Now.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import * as Batches from "../../src/jobs/Batches.ts"
import { make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import * as Password from "./command/Password.ts"
import { within } from "./command/Workspace.ts"
import * as Written from "./command/Written.ts"

const withoutSecrets = Flags.toggle(
  "without-secrets",
  "Leaves out webhooks, with what was sent to them, and passwords: they are made anew"
)

const passphrase = Flags.optional(Password.passphraseOfExport)

const minPassphrase = 12

const missing = new Refused({
  code: "passphrase_missing",
  message:
    "Add --passphrase -, which asks for the passphrase that seals the secrets, or set WORKSPACE_PASSPHRASE. Or add --without-secrets to leave them out."
})

const invalid = (message: string) => new Refused({ code: "invalid_passphrase", message })

/** The passphrase from the flag or the settings; null to omit secrets, undefined if neither is set. */
const passphraseFor = Effect.fnUntraced(function* (flag: string | undefined, isWithout: boolean) {
  if (isWithout) {
    return flag === undefined ? null : yield* invalid("Give either --passphrase or --without-secrets.")
  }
  const { workspacePassphrase } = yield* Settings
  const passphrase = flag ?? (workspacePassphrase && Redacted.value(workspacePassphrase))
  if (passphrase === undefined || [...passphrase].length >= minPassphrase) return passphrase
  return yield* invalid(`The passphrase must have at least ${minPassphrase} characters.`)
})

const auditOf = Effect.fnUntraced(function* (workspace: WorkspaceId) {
  const { auditKeepDays } = yield* Settings
  const dropped = Batches.keptFrom("month", yield* now, auditKeepDays)
  const { entries, unsealed, wrong } = yield* within(workspace, (yield* AuditProof).check(dropped))
  return { entries: entries + unsealed, wrong }
})

export const exported = make(
  "export",
  "Writes everything of a workspace to a file, or to standard output, for another instance to import.",
  {
    workspace: Flags.workspace,
    to: Flags.output("The file, which must not exist yet"),
    passphrase,
    withoutSecrets
  },
  Effect.fnUntraced(function* ({ passphrase, to, withoutSecrets, workspace }) {
    const phrase = yield* passphraseFor(passphrase, withoutSecrets)
    if (phrase === undefined) return yield* missing
    const { write } = yield* WorkspaceExport
    return yield* Written.into(to, (sink) =>
      Effect.gen(function* () {
        const { workspaceId: _, ...rest } = yield* write(workspace, phrase, sink)
        return { workspace: { id: workspace }, file: to, ...rest, audit: yield* auditOf(workspace) }
      })
    )
  })
)

/** Standard input as a file, because an import reads it twice. */
const spooled = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "workspace-import-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
  )
  const path = join(folder, "workspace.ndjson")
  yield* Effect.tryPromise({
    try: () => pipeline(process.stdin, createWriteStream(path, { flags: "wx", mode: 0o600 })),
    catch: Written.notWritten(path)
  })
  return path
})

export const imported = make(
  "import",
  "Makes a workspace of an exported one. It is suspended until it is resumed; the same command goes on where it was stopped.",
  {
    from: Flags.name("The file; - for standard input", "from"),
    passphrase,
    withoutSecrets,
    dryRun: Flags.toggle(
      "dry-run",
      "Only checks the file, and says what would be made and what is in the way"
    )
  },
  Effect.fnUntraced(function* ({ dryRun, from, passphrase, withoutSecrets }) {
    if (from === "-" && passphrase !== undefined) {
      return yield* invalid("Standard input gives the file already: set WORKSPACE_PASSPHRASE instead.")
    }
    const phrase = yield* passphraseFor(passphrase, withoutSecrets)
    const path = from === "-" ? yield* spooled : from
    const done = yield* (yield* WorkspaceImport).run({ path, passphrase: phrase, isDry: dryRun })
    if (dryRun) return { dryRun: true, ...done }
    const { conflicts: _, ...rest } = done
    return { ...rest, state: "suspended", audit: yield* auditOf(done.workspace.id) }
  }, Effect.scoped)
)
