/** Counts tests over several runs of vitest, so that one line can sum them up. */
import type { Reporter, SerializedError, TestModule } from "vitest/node"

export class Totals implements Reporter {
  passed = 0
  failed = 0
  skipped = 0

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>) {
    for (const module of modules) this.#count(module)
    this.failed += unhandled.length
  }

  /** A file that cannot be loaded, or whose hook fails, fails without a failed test: it counts as one. */
  #count(module: TestModule) {
    const states = Array.from(module.children.allTests(), (test) => test.result().state)
    const failed = states.filter((state) => state === "failed").length
    this.passed += states.filter((state) => state === "passed").length
    this.failed += failed === 0 && !module.ok() ? 1 : failed
    this.skipped += states.filter((state) => state === "skipped").length
  }

  get ok() {
    return this.failed === 0 && this.passed > 0
  }

  get line() {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : ""
    return `${this.passed} passed, ${this.failed} failed${skipped}`
  }
}
