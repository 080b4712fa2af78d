/** What the model starts from: costs.json, which `--measure` writes, and load.json, which says who does what how often. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Calls that people and programs make; `authenticate` is what a call costs more when the process doesn't know its key. */
export const calls = ["get", "list", "search", "report", "create", "move", "update", "note"] as const

export type Call = (typeof calls)[number]

export type Operation = Call | "login" | "delivery" | "authenticate"

/** Milliseconds of processor time. */
export interface Work {
  /** Of the service, all threads. */
  readonly service: number
  /** Of its main thread alone. */
  readonly thread: number
  /** Of PostgreSQL; of a cluster, all its nodes. */
  readonly database: number
}

export interface Cost extends Work {
  /** Of the node that the service is connected to; null if there is one node. */
  readonly coordinator: number | null
  /** Bytes of write-ahead log. */
  readonly wal: number
  /** Rows added, by table. */
  readonly rows: Readonly<Record<string, number>>
  /** With one client, when nothing is shared: the work, and the milliseconds that were neither's. Null if not measured. */
  readonly alone: (Work & { readonly rest: number }) | null
}

interface RowSize {
  /** Bytes of the table, and of its indexes. */
  readonly table: number
  readonly indexes: number
}

export interface Costs {
  readonly measured: {
    readonly at: string
    readonly command: string
    readonly machine: string
    readonly database: string
    /** Processes waited so many times as long as they computed: 0 on an idle machine. */
    readonly crowding: number
  }
  readonly operations: Readonly<Record<Operation, Cost>>
  readonly rows: Readonly<Record<string, RowSize>>
  /** Bytes of a workspace without deals. */
  readonly workspaceBytes: number
  readonly process: {
    readonly connectionsIdle: number
    readonly connectionsBusy: number
    readonly memoryMB: number
    /** Milliseconds a second without a request. */
    readonly idle: Work
    /** What one run of every job takes for a workspace; they run on one process, most of them once an hour. */
    readonly jobs: Work
  }
  /** Milliseconds of Redis's processor time for a counted request. */
  readonly redis: number | null
}

export interface Load {
  readonly workspaces: number
  readonly deals: number
  readonly notesPerDeal: number
  /** The k-th largest workspace is as large as the largest divided by k to this power. */
  readonly zipf: number
  /** What an average workspace does. */
  readonly perWorkspaceAndDay: Readonly<Record<Exclude<Operation, "authenticate">, number>>
  /** The part of a day's calls that is in its busiest hour. */
  readonly busiestHour: number
  readonly keysPerWorkspace: number
  readonly subscriptionsPerWorkspace: number
  readonly receiverSeconds: number
  /** Days after which jobs delete; other tables are kept. */
  readonly keptDays: Readonly<Record<string, number>>
  readonly machines: {
    readonly service: { readonly processors: number }
    readonly database: {
      readonly processors: number
      readonly diskGB: number
      readonly connections: number
      readonly walMBPerSecond: number
    }
  }
  /** The most that anything may be used at the busiest hour: waits grow fast beyond it. */
  readonly busyAtMost: number
}

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const read = <A>(path: string): A => JSON.parse(readFileSync(path, "utf8"))

export const costs = (path = pathOf("costs.json")) => read<Costs>(path)

export const load = (path = pathOf("load.json")) => read<Load>(path)

/** How many times a single server's work all nodes of a Citus cluster do, and its coordinator. */
interface Ratios {
  readonly all: Readonly<Record<Operation, number>>
  readonly coordinator: Readonly<Record<Operation, number>>
}

/** The costs on a cluster: those of one server, by what a trial's ratios were. */
export const onCluster = (costs: Costs): Costs => {
  const { all, coordinator } = read<Ratios>(pathOf("citus.json"))
  const operations = Object.entries(costs.operations).map(([name, cost]) => {
    const [whole, first] = [all[name as Operation], coordinator[name as Operation]]
    return [name, { ...cost, database: cost.database * whole, coordinator: cost.database * first }]
  })
  return { ...costs, operations: Object.fromEntries(operations) }
}
