/** Loaded into a service first: shifts its wall clock by the offset in a file. */
import { readFileSync, watchFile } from "node:fs"

const file = process.env["FAULTS_CLOCK"]!
const True = Date

/** In milliseconds. The monotonic clock stays, as with a real clock step. */
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
