/** Counts tests over several runs of vitest, so that one line can sum them up. */
import type { Reporter, SerializedError, TestModule } from "vitest/node"

/** Each with what caused it: a query that failed says why only there. */
const reasonsOf = (error: Partial<SerializedError> | undefined): ReadonlyArray<string> =>
  error?.message === undefined
    ? []
    : [error.message.slice(0, 500), ...reasonsOf(error.cause as Partial<SerializedError> | undefined)]

export class Totals implements Reporter {
  passed = 0
  failed = 0
  skipped = 0
  /** Failures, to repeat at the end of the output, which may be cut off before. */
  readonly failures: Array<string> = []
  /** Seconds by file. */
  readonly #seconds = new Map<string, number>()

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>) {
    for (const module of modules) this.#count(module)
    this.failed += unhandled.length
    this.failures.push(...unhandled.map(({ message }) => `outside of any test: ${message}`))
  }

  /** A file that can't be loaded, or whose hook fails, has no failed test: it counts as one. */
  #count(module: TestModule) {
    const tests = Array.from(module.children.allTests())
    const seconds = module.diagnostic().duration / 1_000
    this.#seconds.set(module.relativeModuleId, (this.#seconds.get(module.relativeModuleId) ?? 0) + seconds)
    const states = tests.map((test) => test.result().state)
    const failed = states.filter((state) => state === "failed").length
    this.passed += states.filter((state) => state === "passed").length
    const isBroken = failed === 0 && !module.ok()
    this.failed += isBroken ? 1 : failed
    if (isBroken) {
      const errors = [module, ...module.children.allSuites()].flatMap((one) => one.errors())
      this.failures.push(
        `${module.moduleId}: the file, or a hook of it\n  ${errors.flatMap(reasonsOf).join("\n  ")}`
      )
    }
    for (const test of tests) {
      const { errors, state } = test.result()
      if (state !== "failed") continue
      this.failures.push(
        `${module.moduleId}: ${test.fullName}\n  ${reasonsOf(errors?.[0]).slice(0, 4).join("\n  ")}`
      )
    }
    this.skipped += states.filter((state) => state === "skipped").length
  }

  get ok() {
    return this.failed === 0 && this.passed > 0
  }

  /** The 40 files that took longest, with their seconds in all runs. */
  get slowest() {
    return [...this.#seconds]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 40)
      .map(([file, seconds]) => `${seconds.toFixed(1).padStart(6)}  ${file}`)
  }

  get line() {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : ""
    return `${this.passed} passed, ${this.failed} failed${skipped}`
  }
}
