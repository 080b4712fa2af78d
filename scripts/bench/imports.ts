/**
 * What an import of many lines costs: `npm run -s bench:imports -- [lines]` (50,000 by default). Of the lines, one in 500 is
 * wrong. They are imported twice, with a service running beside; it prints time, peak memory and counts as JSON, and ends with 1
 * if a count is not what it should be.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { finished } from "node:stream/promises"
import { start } from "./Server.ts"

const lines = Number(process.argv[2] ?? 50_000)
const every = 500
const wrong = Math.floor(lines / every)

const folder = mkdtempSync(join(tmpdir(), "import-bench-"))
const [file, errors] = [join(folder, "deals.csv"), join(folder, "errors.csv")]
const environment = { DATA_DIR: join(folder, "data"), PORT: "0", DEMO: "0", HOME: tmpdir() }

const columns =
  "Record ID,Deal Name,Deal Stage,Amount,Close Date,Create Date,Associated Company,Associated Contact"
const stages = ["Appointment Scheduled", "Qualified To Buy", "Contract Sent", "Closed Won", "Closed Lost"]

const lineOf = (line: number): string => {
  const amount = line % every === every - 1 ? "a lot" : `"${1 + (line % 90)},${100 + (line % 900)}.50"`
  const day = `2024-0${1 + (line % 9)}-${10 + (line % 18)} 10:00`
  const [company, person] = [`company${line % 5_000}`, `person${line}`]
  return `${line},"Deal ""${line}""",${stages[line % stages.length]},${amount},${day},2023-12-01 09:30,${company},${person} (${person}@${company}.example)\r\n`
}

const write = async () => {
  const out = createWriteStream(file)
  out.write(`${columns}\r\n`)
  for (let line = 0; line < lines; line++) if (!out.write(lineOf(line))) await once(out, "drain")
  out.end()
  await finished(out)
}

/** The peak memory of a process in MB, where the system tells it. */
const peakOf = (pid: number): number => {
  const status = `/proc/${pid}/status`
  const told = existsSync(status) ? readFileSync(status, "utf8") : ""
  return Math.round(Number(/VmHWM:\s+(\d+)/u.exec(told)?.[1] ?? 0) / 1_024)
}

/** Runs an admin command, and measures it. */
const admin = async (...args: ReadonlyArray<string>) => {
  const begun = performance.now()
  const child = spawn(process.execPath, ["scripts/admin.ts", ...args, "--json"], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "ignore"]
  })
  let [output, peak] = ["", 0]
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const timer = setInterval(() => (peak = Math.max(peak, peakOf(child.pid!))), 100)
  await once(child, "close")
  clearInterval(timer)
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  return { answer: JSON.parse(output), seconds, commandMegabytes: peak }
}

await write()
const service = await start({ name: "service", entry: "src/main.ts", environment })
const made = await admin(
  "workspace",
  "create",
  "--name",
  "Bench",
  "--plan",
  "standard",
  "--owner-email",
  "a@bench.example"
)
const workspace: string = made.answer.workspace.id
const run = async (name: string) => {
  const { answer, ...cost } = await admin(
    "import",
    "deals",
    "--workspace",
    workspace,
    "--file",
    file,
    "--errors",
    errors
  )
  const { created, failed, unchanged, updated } = answer
  const failedLines = readFileSync(errors, "utf8").split("\r\n").length - 2
  return {
    name,
    created,
    updated,
    unchanged,
    failed,
    failedLines,
    ...cost,
    serviceMegabytes: peakOf(service.pid)
  }
}
const [first, second] = [await run("first"), await run("second")]
await service.stop()
const fileMegabytes = Math.round(statSync(file).size / 1e5) / 10
rmSync(folder, { recursive: true })
console.log(JSON.stringify({ lines, fileMegabytes, runs: [first, second] }, null, 2))

const isRight =
  first.created === lines - wrong &&
  second.unchanged === lines - wrong &&
  [first, second].every(({ failed, failedLines }) => failed === wrong && failedLines === wrong)
process.exitCode = isRight ? 0 : 1
