/** Loaded into a service before all else: its wall clock runs as far from the true one as a file says. */
import { readFileSync, watchFile } from "node:fs"

const file = process.env["FAULTS_CLOCK"]!
const True = Date

/** Milliseconds; the monotonic clock is left alone, as a step leaves it. */
let offset = 0

const read = () => {
  offset = Number(readFileSync(file, "utf8"))
}

class Shifted extends True {
  constructor(...given: ReadonlyArray<any>) {
    if (given.length === 0) super(True.now() + offset)
    else super(...(given as [number]))
  }
  static override now(): number {
    return True.now() + offset
  }
}

read()
watchFile(file, { interval: 50, persistent: false }, read)
globalThis.Date = Shifted as DateConstructor
