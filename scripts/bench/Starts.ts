/** Measures the first and second start by `npm start` on the embedded server, and the memory of the idle process without the server's. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { median } from "./Compare.ts"
import * as Server from "./Server.ts"
import * as Table from "./Table.ts"
import * as Usage from "./Usage.ts"

const rounds = 3

const once = async () => {
  const directory = mkdtempSync(join(tmpdir(), "pipeline-bench-"))
  chmodSync(directory, 0o755)
  const command = {
    name: "service",
    ...Server.asStarted,
    environment: { DATA_DIR: directory, PORT: "0" }
  }
  try {
    const first = await Server.start(command)
    await first.stop()
    const next = await Server.start(command)
    const cpu = Usage.cpu(next.pid) / 1000
    await setTimeout(3000)
    const memory = Usage.memory(next.pid)
    await next.stop()
    return { first: first.readyAfter, next: next.readyAfter, cpu, memory }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export const measure = async () => {
  const turns: Array<Awaited<ReturnType<typeof once>>> = []
  for (let round = 0; round < rounds; round++) turns.push(await once())
  const of = (name: keyof (typeof turns)[number]) => median(turns.map((turn) => turn[name]))
  return Table.of([
    ["start", "seconds to ready", "seconds of processor time", "idle memory, MiB"],
    ["first", of("first").toFixed(2), "", ""],
    ["next", of("next").toFixed(2), of("cpu").toFixed(2), of("memory").toFixed(0)]
  ])
}
