/** Starts the run's database server before the first test file, and stops it after the last. */
import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"
import * as TestServer from "./server/TestServer.ts"

declare module "vitest" {
  export interface ProvidedContext {
    readonly testServer: TestServer.TestServer
  }
}

export default async (project: TestProject) => {
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    project.provide("testServer", await Effect.runPromise(Scope.provide(TestServer.make, scope)))
  } catch (error) {
    await close()
    throw error
  }
  return close
}
