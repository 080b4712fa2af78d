/** A worker process from its primary's view, from fork to exit. */
import { Data, Deferred, Effect } from "effect"
import cluster from "node:cluster"
import * as Heartbeat from "./Heartbeat.ts"
import type { FromPrimary, FromWorker } from "./Message.ts"

/** `message` is a log line for the operator. */
class WorkerEnded extends Data.TaggedError("WorkerEnded")<{ readonly message: string }> {}

const endOf = (pid: number | undefined, code: number | null, signal: string | null) =>
  new WorkerEnded({
    message: `worker ${pid} ${signal === null ? `ended with code ${code}` : `was ended by ${signal}`}`
  })

export const fork = (environment: Readonly<Record<string, string>>) =>
  Effect.sync(() => {
    const worker = cluster.fork(environment)
    const ready = Deferred.makeUnsafe<string, WorkerEnded>()
    const deaf = Deferred.makeUnsafe<void>()
    const ended = Deferred.makeUnsafe<WorkerEnded>()
    const heartbeat = Heartbeat.make()
    let complaint: WorkerEnded | undefined
    worker.on("message", (message: FromWorker) => {
      heartbeat.heard()
      if (message.kind === "ready") Deferred.doneUnsafe(ready, Effect.succeed(message.base))
      if (message.kind === "deaf") Deferred.doneUnsafe(deaf, Effect.void)
      if (message.kind === "failed") complaint = new WorkerEnded(message)
    })
    const over = (end: WorkerEnded) => {
      Deferred.doneUnsafe(ready, Effect.fail(end))
      Deferred.doneUnsafe(deaf, Effect.void)
      Deferred.doneUnsafe(ended, Effect.succeed(end))
    }
    const { pid } = worker.process
    worker.on("exit", (code, signal) => over(complaint ?? endOf(pid, code, signal)))
    // If no process was started, there is no exit event. Other errors concern messages to a worker that is exiting, and are harmless.
    worker.on("error", ({ message }) => pid === undefined && over(new WorkerEnded({ message })))
    const kill = Effect.sync(() => worker.process.kill("SIGKILL"))
    const replace = Effect.suspend(() => {
      complaint = new WorkerEnded({
        message: `worker ${pid} was silent for ${Heartbeat.maxMissed} s, and was killed`
      })
      return kill
    })
    const tell = (message: FromPrimary) => Effect.sync(() => worker.isConnected() && worker.send(message))
    return {
      /** Resolves to its base URL once it accepts requests. */
      ready: Deferred.await(ready),
      isReady: Effect.map(Deferred.poll(ready), (done) => done !== undefined),
      ended: Deferred.await(ended),
      /** Stops it from accepting connections. */
      deafen: Effect.andThen(tell("deafen"), Deferred.await(deaf)),
      /** Lets it finish its requests and exit. */
      end: Effect.andThen(tell("end"), Deferred.await(ended)),
      kill: Effect.andThen(kill, Deferred.await(ended)),
      /** Run this every second: kills the worker if it is suspended or its event loop is blocked. */
      check: Effect.suspend(() => (heartbeat.isLost() ? replace : Effect.void))
    }
  })

export type WorkerProcess = Effect.Success<ReturnType<typeof fork>>
