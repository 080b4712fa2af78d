/** Prints the address of a service with `--ephemeral`, and takes orders from the parent process, one line of JSON each. */
import { Console, Effect, FiberSet, Schema } from "effect"
import { createInterface } from "node:readline"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import { type CreatedWorkspace, Workspaces } from "../../layers/identity/Workspaces.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { Plan } from "../../schema/Me.ts"
import type { FixedClock } from "./FixedClock.ts"
import { type Options, timeOf } from "./Options.ts"

/** The details of a workspace that tests need. */
const workspaceDetails = ({ apiKey, board, user, workspace }: CreatedWorkspace) => ({
  apiKey: apiKey.token,
  workspaceId: workspace.id,
  boardId: board.id,
  userId: user.id,
  email: user.email
})

const make = (count: number, plan: Plan) =>
  Effect.flatMap(Workspaces, (workspaces) =>
    workspaces.create({
      name: `Test ${count}`,
      plan,
      ownerEmail: `owner${count}@test.example`,
      ownerName: "Owner"
    })
  )

const Order = Schema.Struct({
  id: Schema.Int,
  /** Creates a workspace. */
  workspace: Schema.optionalKey(Schema.Struct({ plan: Schema.optionalKey(Plan) })),
  /** Moves the clock of `--now` to a time, or forward by milliseconds. */
  clock: Schema.optionalKey(Schema.Union([Schema.String, Schema.Int]))
})

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Order), { onExcessProperty: "error" })

const move = (clock: FixedClock | undefined, to: string | number) => {
  if (clock === undefined) throw new Error("the clock is the machine's: start with --now to move it")
  const millis = typeof to === "string" ? timeOf(to) : clock.currentTimeMillisUnsafe() + to
  if (millis < clock.currentTimeMillisUnsafe()) throw new Error("the clock goes forward only")
  clock.set(millis)
  return { now: new Date(millis).toISOString() }
}

const print = (value: object) => Console.log(JSON.stringify(value))

/** Maximum characters of an order. */
const maxOrderLength = 10_000

const welcomeText = (url: string, key: string) => `Sales Pipeline is ready at ${url}

  An empty workspace, which is gone when this ends. Its address and API key:

    export SALES_PIPELINE_URL=${url}
    export SALES_PIPELINE_API_KEY=${key}
`

/** Runs once the service accepts requests. */
export const announce = ({ control, json }: Options, clock: FixedClock | undefined) =>
  Effect.gen(function* () {
    const url = yield* BaseUrl
    let count = 1
    const { dataDir } = yield* Settings
    const first = yield* make(count, "standard")
    yield* json
      ? print({ url, pid: process.pid, dataDir, ...workspaceDetails(first) })
      : Console.log(welcomeText(url, first.apiKey.token))
    if (!control) return
    const runOrder = Effect.fnUntraced(function* (line: string) {
      const { clock: to, id, workspace } = yield* decode(line.slice(0, maxOrderLength))
      const moved =
        to === undefined
          ? {}
          : yield* Effect.try({ try: () => move(clock, to), catch: (error) => error as Error })
      const made =
        workspace === undefined ? {} : workspaceDetails(yield* make(++count, workspace.plan ?? "standard"))
      yield* print({ id, ...moved, ...made })
    })
    const run = yield* FiberSet.makeRuntime<Workspaces>()
    const idOf = (line: string) => Number(/"id":\s*(\d+)/u.exec(line)?.[1] ?? 0)
    const lines = createInterface({ input: process.stdin })
    lines.on("line", (line) =>
      run(Effect.catch(runOrder(line), ({ message }) => print({ id: idOf(line), error: message })))
    )
    // The parent process has ended or closed the pipe.
    lines.on("close", () => process.kill(process.pid, "SIGTERM"))
  })
