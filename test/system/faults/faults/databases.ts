/** The database is killed, restarted, locked, full, or replaced by its standby. */
import { Client } from "pg"
import type { Fault } from "../Fault.ts"
import { Postgres } from "../../rig/Postgres.ts"
import { directoryIn } from "../../rig/Site.ts"
import { sleep } from "../../rig/Wait.ts"

export const databases: ReadonlyArray<Fault> = [
  {
    name: "kill-backend",
    promise: "kill -9 of a backend restarts PostgreSQL: 503, then it goes on",
    run: async (trial) => {
      await trial.service()
      const strike = async () => {
        const rows = await trial.query(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        process.kill(trial.random.pick(rows).pid, "SIGKILL")
      }
      await trial.load({ strike })
    }
  },
  {
    name: "kill-postmaster",
    promise: "kill -9 of PostgreSQL, started again after 6 s",
    run: async (trial) => {
      await trial.service()
      const { postgres } = trial.site
      await trial.load({
        strike: () => postgres.stop("SIGKILL"),
        holds: trial.lasts(3, 6),
        heal: () => postgres.start()
      })
    }
  },
  {
    name: "restart-postgres",
    promise: "PostgreSQL restarted twice: 503, then it goes on",
    run: async (trial) => {
      await trial.service()
      const { postgres } = trial.site
      const strike = async () => {
        await postgres.stop("SIGINT")
        await postgres.start()
        await sleep(trial.random.between(0.5, 2))
        await postgres.stop("SIGINT")
      }
      await trial.load({ strike, heal: () => postgres.start() })
    }
  },
  {
    name: "locked-table",
    promise: "a table that an operator has locked holds up what needs it, and nothing else",
    isShort: true,
    run: async (trial) => {
      await trial.service()
      const operator = new Client({ connectionString: trial.database })
      await operator.connect()
      trial.defer(() => operator.end())
      const strike = async () => {
        await operator.query("BEGIN")
        await operator.query("LOCK TABLE deals IN ACCESS EXCLUSIVE MODE")
      }
      await trial.load({ strike, holds: trial.lasts(8, 20), heal: () => operator.query("COMMIT") })
      const { healed, struck } = trial.moments!
      const beside = trial.ledger
        .of("me", "lead")
        .flatMap(({ tries }) => tries)
        .filter(({ began }) => began > struck + 1_000 && began < healed)
      const failed = beside.filter(({ status = 0 }) => status >= 300 || status === 0)
      trial.note(`${failed.length} of ${beside.length} requests that need no deal failed`)
      trial.expect(
        beside.length > 0 && failed.length === 0,
        "a locked table of deals kept callers from the rest"
      )
    }
  },
  {
    name: "max-connections",
    promise: "no connection left on the server: 503, then it goes on",
    run: async (trial) => {
      await trial.service()
      const clients: Array<Client> = []
      const take = async () => {
        const client = new Client({ connectionString: trial.database })
        client.on("error", () => {})
        await client.connect()
        clients.push(client)
      }
      const strike = async () => {
        // Takes all free connections, then ends the service's own, which can't be replaced.
        for (let count = 0; count < 200; count++) {
          const isTaken = await take().then(
            () => true,
            () => false
          )
          if (!isTaken) break
        }
        await clients[0]!.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sales-pipeline'"
        )
        for (let count = 0; count < 20; count++) await take().catch(() => {})
      }
      const heal = () => Promise.all(clients.map((client) => client.end().catch(() => {})))
      trial.defer(heal)
      await trial.load({ strike, holds: 8, heal })
    }
  },
  {
    name: "failover",
    promise: "the database moves to its standby: 503, then it goes on, and nothing acknowledged is lost",
    run: async (trial) => {
      const first = await Postgres.make(directoryIn(trial.directory, "first"))
      trial.defer(() => first.stop("SIGQUIT"))
      await trial.moveTo(first)
      await first.stop("SIGINT")
      const second = await first.standby(directoryIn(trial.directory, "second"))
      trial.defer(() => second.stop("SIGQUIT"))
      await Promise.all([first.start(), second.start()])
      // Synchronous replication: an acknowledged write is on both servers, so that a failover loses nothing.
      await first.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
      await first.query("SELECT pg_reload_conf()")
      const proxy = await trial.proxied(first)
      await trial.service()
      const strike = () => first.stop("SIGKILL")
      const heal = async () => {
        await second.query("SELECT pg_promote()")
        trial.database = second.url()
        proxy.lead(second.port)
      }
      await trial.load({ strike, holds: 2, heal })
    }
  }
]
