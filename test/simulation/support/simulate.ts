/** Runs a simulation for many seeds; a failing seed prints its log, and the command to run it again. */
import { it } from "@effect/vitest"
import { Broken, World } from "./World.ts"

/** Seeds per run of the suite, unless the environment says otherwise. */
const usual = process.env["CI"] === undefined ? 1_000 : 2_000

/** Seeds between two turns of the event loop; without turns the test runner takes the worker for dead. */
const portion = 100

/** Lines of the log to print, from its end. */
const longest = 400

type Simulation = (world: World) => void

const failureOf = (simulation: Simulation, world: World): unknown => {
  try {
    simulation(world)
    world.pass(0)
    return undefined
  } catch (failure) {
    return failure
  }
}

const textOf = (failure: unknown): string => {
  if (failure instanceof Broken) return failure.message
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
}

const tell = (file: string, seed: number, simulation: Simulation) => {
  const world = new World(seed, true)
  const failure = failureOf(simulation, world)
  const left = world.story.length - longest
  const story = left > 0 ? [`… ${left} lines before`, ...world.story.slice(-longest)] : world.story
  const end = failure === undefined ? "Every promise held." : textOf(failure)
  return [...story, "", `Seed ${seed}: ${end}`, `Again: SEED=${seed} npm test -- simulation/${file}`].join(
    "\n"
  )
}

/** `file` is the test file's name, printed in the command to run a seed again. */
export const simulate = (file: string, name: string, simulation: Simulation) => {
  const one = process.env["SEED"]
  const seeds = Number(process.env["SIMULATION_SEEDS"] ?? usual)

  it(name, { timeout: seeds * 100 + 60_000 }, async () => {
    if (one !== undefined) {
      const story = tell(file, Number(one), simulation)
      console.log(story)
      if (!story.includes("Every promise held.")) throw new Broken("See the story above.")
      return
    }
    // Failures are frequent here, and most of their cost is the stack trace that nobody reads.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const failure = failureOf(simulation, new World(seed, false))
      if (failure !== undefined) {
        Error.stackTraceLimit = stackTraceLimit
        throw new Broken(`\n${tell(file, seed, simulation)}`)
      }
      if (seed % portion === 0) await new Promise((resume) => setImmediate(resume))
    }
    Error.stackTraceLimit = stackTraceLimit
  })
}
