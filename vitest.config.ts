import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

/** A cluster takes several times as long as one server. */
const patience = process.env["TEST_DATABASE"]?.startsWith("cluster") ? 4 : 1

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    // Modules are shared by the files of a worker: what is tested here keeps its state in services.
    isolate: false,
    // A shared machine may stall any one test; what fails twice is broken.
    retry: process.env["CI"] === undefined ? 0 : 1,
    // Tests also wait, on servers, browsers and deadlines: two workers left a third of two processors idle.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    testTimeout: 60_000 * patience,
    hookTimeout: 120_000 * patience
  }
})
