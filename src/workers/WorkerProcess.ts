/** One worker process as its primary knows it, from its fork to its end. */
import { Data, Deferred, Effect } from "effect"
import cluster from "node:cluster"
import * as Heartbeat from "./Heartbeat.ts"
import type { FromPrimary, FromWorker } from "./Message.ts"

/** The message is a line for the operator. */
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
    // Without a process there is no exit to come; what cannot be told to one that is ending is nobody's loss.
    worker.on("error", ({ message }) => pid === undefined && over(new WorkerEnded({ message })))
    const kill = Effect.sync(() => worker.process.kill("SIGKILL"))
    const replace = Effect.suspend(() => {
      complaint = new WorkerEnded({
        message: `worker ${pid} was silent for ${Heartbeat.patience} s, and was killed`
      })
      return kill
    })
    const tell = (message: FromPrimary) => Effect.sync(() => worker.isConnected() && worker.send(message))
    return {
      /** Its address, once it serves. */
      ready: Deferred.await(ready),
      isReady: Effect.map(Deferred.poll(ready), (done) => done !== undefined),
      ended: Deferred.await(ended),
      /** Has it take no more connections. */
      deafen: Effect.andThen(tell("deafen"), Deferred.await(deaf)),
      /** Has it finish what it has, and end. */
      end: Effect.andThen(tell("end"), Deferred.await(ended)),
      kill: Effect.andThen(kill, Deferred.await(ended)),
      /** To be run each second: ends one whose loop is blocked, or that was stopped. */
      check: Effect.suspend(() => (heartbeat.isLost() ? replace : Effect.void))
    }
  })

export type WorkerProcess = Effect.Success<ReturnType<typeof fork>>
