/** A server of a Citus cluster is killed. */
import * as Citus from "../Citus.ts"
import type { Fault } from "../Fault.ts"
import * as Fleet from "../Fleet.ts"

const killed = (which: "worker" | "coordinator", promise: string): Fault => ({
  name: `citus-${which}`,
  promise,
  before: "–",
  lacks: Citus.lacks,
  run: async (trial) => {
    const cluster = await Citus.use(trial)
    const { balancer } = await Fleet.start(trial, [{}, {}])
    await trial.load({
      url: () => balancer.url,
      strike: cluster[which].kill,
      holds: trial.lasts(3, 8),
      heal: cluster[which].start,
      after: 12
    })
    const others = trial.ledger.failed.filter(({ kind }) => kind === "capped")
    trial.note(
      `${others.length} of ${trial.ledger.of("capped").length} requests of the other workspace failed`
    )
  }
})

export const citus: ReadonlyArray<Fault> = [
  killed("worker", "kill -9 of a worker's PostgreSQL: 503 for its workspaces, then it goes on"),
  killed("coordinator", "kill -9 of the coordinator's PostgreSQL: 503, then it goes on")
]
