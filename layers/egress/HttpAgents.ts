/** Connection pools (`http.Agent`) for calls to other servers, without a proxy. */
import { Context, Effect } from "effect"
import * as http from "node:http"
import * as https from "node:https"

export interface Endpoint {
  readonly host: string
  readonly port: number
}

type Dial = (endpoint: Endpoint) => Endpoint

/** Maps an endpoint to the one to connect to. Only tests change it. */
export const Dialer = Context.Reference<Dial>("pipeline/layers/HttpAgents/Dialer", {
  defaultValue: () => (endpoint) => endpoint
})

export interface HttpAgents {
  readonly http: http.Agent
  readonly https: https.Agent
}

interface CachedAgents extends HttpAgents {
  /** Opens a new connection for each request, and keeps none open. */
  readonly fresh: HttpAgents
}

/** Idle sockets close before the 5 s after which servers usually close them. Node pools by address, port and server name. */
const poolOptions = { keepAlive: true, timeout: 4000, maxFreeSockets: 16 }

const dialing = <A extends http.Agent>(agent: A, dial: Dial): A => {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const endpoint = dial({ host: String(options.host), port: Number(options.port) })
    return connect({ ...options, ...endpoint }, callback)
  }
  return agent
}

/** Agents whose connections, idle or not, are closed with the scope. */
export const makeAgents = Effect.acquireRelease(
  Effect.map(Dialer, (dial): CachedAgents => {
    const make = (options: http.AgentOptions): HttpAgents => ({
      http: dialing(new http.Agent(options), dial),
      https: dialing(new https.Agent(options), dial)
    })
    return { ...make(poolOptions), fresh: make({ keepAlive: false }) }
  }),
  (agents) =>
    Effect.sync(() => {
      for (const { http, https } of [agents, agents.fresh]) {
        http.destroy()
        https.destroy()
      }
    })
)
