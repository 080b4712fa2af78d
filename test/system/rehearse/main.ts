/**
 * Plays a list of calls in a rehearsal, and prints what each changed: `npm run rehearse -- script.json`, with
 * SALES_PIPELINE_URL and SALES_PIPELINE_API_KEY. docs/rehearsals.md has the format.
 */
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { admin, type Environment } from "../rig/Service.ts"
import * as Play from "./Play.ts"
import { Flaw, read } from "./Script.ts"
import * as Service from "./Service.ts"

const usage =
  "npm run rehearse -- [--fork WORKSPACE] [--dry-run] [--json] <script>\n  --fork     makes a rehearsal of the workspace for it and discards that (needs access as for npm run admin)\n  --dry-run  does nothing: each write is tried and taken back, so that an ordinary workspace will do"

const fail = (line: string): never => {
  console.error(line)
  process.exit(1)
}

const operate = (...words: ReadonlyArray<string>) =>
  admin(process.env as Environment, words).catch((error: Error) => fail(error.message))

const scriptOf = (file: string) => {
  try {
    return read(readFileSync(file, "utf8"))
  } catch (error) {
    return fail(error instanceof Flaw ? error.message : `${file} can't be read: ${(error as Error).message}`)
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    fork: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})
const [file] = positionals
if (values.help || file === undefined || positionals.length > 1) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}

const steps = scriptOf(file)
const url = (process.env["SALES_PIPELINE_URL"] ?? "http://127.0.0.1:3000").replace(/\/+$/u, "")
const forked =
  values.fork === undefined ? undefined : await operate("workspace", "fork", "--workspace", values.fork)
const key = forked?.apiKey.token ?? process.env["SALES_PIPELINE_API_KEY"]
if (key === undefined)
  fail("Set SALES_PIPELINE_API_KEY to a key of a rehearsal, or name a workspace with --fork.")

const rehearse = async () => {
  const service = Service.of(url, key)
  const me = await service.rest("GET", "/v1/me").catch(() => undefined)
  if (me?.status !== 200) {
    const why = me?.body?.error?.message ?? "it does not answer"
    return `The service at ${url} can't be used: ${why}. SALES_PIPELINE_URL says where it is.`
  }
  const { workspace } = me.body
  if (workspace.rehearsal === undefined && !values["dry-run"]) {
    return `${workspace.name} is not a rehearsal, so nothing was played. Make one (npm run -s admin -- workspace fork) and use its key, or add --dry-run.`
  }
  const onStep = (played: Play.Played) => (values.json ? undefined : console.log(Play.told(played)))
  const played = await Play.play(service, steps, { dryRun: values["dry-run"], onStep })
  const failed = played.filter(({ asExpected }) => !asExpected).length
  if (values.json)
    console.log(JSON.stringify({ workspace, dryRun: values["dry-run"], calls: played, failed }))
  else console.log(`\n${played.length} calls, ${failed} not as expected`)
  process.exitCode = failed === 0 ? 0 : 1
  return undefined
}

const refusal = await rehearse()
if (forked !== undefined) await operate("workspace", "discard", "--workspace", forked.workspace.id)
if (refusal !== undefined) fail(refusal)
