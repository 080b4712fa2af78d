/** The process of a worker: its messages to the primary, and its shutdown. */
import { Effect, Runtime } from "effect"
import type { FromWorker } from "./Message.ts"

export const sendMessage = (message: FromWorker) =>
  Effect.callback<void>((resume) => {
    process.send?.(message, () => resume(Effect.void))
  })

export const fail = (message: string) => sendMessage({ kind: "failed", message })

const ignore = () => {}

/**
 * Like NodeRuntime's, but only obeys the primary. Signals from a terminal or supervisor reach every process, and would end this one before
 * all workers have stopped listening.
 */
export const runMain = Runtime.makeRunMain(({ fiber, teardown }) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, ignore)
  process.on("message", (message) => {
    if (message === "end") fiber.interruptUnsafe(fiber.id)
  })
  fiber.addObserver((exit) => teardown(exit, (code) => process.exit(code)))
})
