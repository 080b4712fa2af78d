/** Clients with keep-alive connections that send one request after another until the server refuses. */
import { Effect } from "effect"
import { Agent, request } from "node:http"

export interface Sent {
  readonly name: string
  /** The status of the answer; undefined if there was none. */
  readonly status: number | undefined
  /** Why there was no answer. */
  readonly error: string | undefined
}

const post = (agent: Agent, url: string, token: string, key: string, body: string) =>
  new Promise<Pick<Sent, "status" | "error">>((done) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "idempotency-key": key
    }
    const sending = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume()
      response.on("end", () => done({ status: response.statusCode, error: undefined }))
      response.on("error", (error) => done({ status: undefined, error: error.message }))
    })
    sending.on("error", (error: NodeJS.ErrnoException) =>
      done({ status: undefined, error: error.code ?? error.message })
    )
    sending.end(body)
  })

let batch = 0

interface Target {
  readonly url: string
  readonly clients: number
}

/** Creates deals, each with a unique name and key; a client stops when `goesOn` returns false. */
export const createWhile = (
  { clients, url }: Target,
  token: string,
  boardId: string,
  goesOn: (last: Sent, count: number) => boolean
) =>
  Effect.promise(async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: clients })
    const prefix = `load-${++batch}`
    const sent: Array<Sent> = []
    const client = async (index: number) => {
      for (let turn = 0; turn < 100_000; turn++) {
        const name = `${prefix}-${index}-${turn}`
        const outcome = await post(agent, `${url}/v1/deals`, token, name, JSON.stringify({ boardId, name }))
        sent.push({ name, ...outcome })
        if (!goesOn({ name, ...outcome }, sent.length)) return
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
    agent.destroy()
    return { prefix, sent: sent as ReadonlyArray<Sent> }
  })

/** The same until a request has no answer. */
export const createUntilGone = (
  target: Target,
  token: string,
  boardId: string,
  onAnswer: (count: number) => void = () => {}
) =>
  createWhile(target, token, boardId, ({ status }, count) => {
    onAnswer(count)
    return status !== undefined
  })
