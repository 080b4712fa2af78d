/**
 * Receives webhooks on this machine, verifies and prints them: `npm run -s receiver -- --key svc_live_…`. With a key (or
 * SALES_PIPELINE_API_KEY) it subscribes to the first board, requests a test event, and deletes the subscription when it ends: by Ctrl-C or
 * after `--count` requests. With `--secret whsec_…` it only listens, for a subscription that you created yourself.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { parseArgs } from "node:util"
import { verifyWebhook } from "../client/typescript/src/index.ts"
import type { Envelope } from "../schema/Fault.ts"
import type { Page } from "../schema/Page.ts"
import type { Board } from "../schema/Board.ts"

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: process.env["SALES_PIPELINE_URL"] ?? "http://127.0.0.1:3000" },
    key: { type: "string", default: process.env["SALES_PIPELINE_API_KEY"] ?? "" },
    secret: { type: "string", default: "" },
    port: { type: "string", default: "0" },
    count: { type: "string", default: "" }
  }
})

const fail = (line: string): never => {
  console.error(line)
  process.exit(1)
}

const call = async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${options.key}`, "content-type": "application/json" }
  const response = await fetch(`${options.url}/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  }).catch(() => fail(`There is no service at ${options.url}. Start it, or name it with --url.`))
  const answer: unknown = await response.json()
  if (response.ok) return answer
  const { code, message } = (answer as Envelope).error
  const hint =
    code === "invalid_url"
      ? " By default the service does not call private addresses: start it with OUTBOUND_ALLOW_PRIVATE=true npm start."
      : ""
  return fail(`${method} ${path}: ${message}${hint}`)
}

/** The error in a request's two signatures; undefined if both are valid. */
const flawOf = async (secret: string, body: Uint8Array<ArrayBuffer>, headers: IncomingMessage["headers"]) => {
  try {
    await verifyWebhook({ headers, body }, secret)
  } catch (error) {
    return `webhook-signature: ${(error as Error).message}`
  }
  const wanted = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`)
  const signature = Buffer.from(String(headers["x-service-signature"]))
  const isEqual = wanted.length === signature.length && timingSafeEqual(wanted, signature)
  return isEqual ? undefined : "X-Service-Signature does not match"
}

const show = async (secret: string, body: Buffer<ArrayBuffer>, headers: IncomingMessage["headers"]) => {
  const flaw = await flawOf(secret, body, headers)
  // A payload without a valid signature isn't parsed.
  const payload = flaw === undefined ? JSON.parse(body.toString()) : { event: "" }
  console.log(
    `\n${flaw === undefined ? "✓ verified" : `✗ ${flaw}`}  ${payload.event}  ${headers["webhook-id"]}`
  )
  console.log(JSON.stringify(payload, null, 2))
  return flaw === undefined
}

const count = Number(options.count || Infinity)
if (!(count >= 1)) fail("--count takes a number of requests: 1 or more.")
if (options.secret === "" && options.key === "")
  fail("Name an API key with --key or SALES_PIPELINE_API_KEY, or a signing secret with --secret.")
const server = createServer().listen(Number(options.port), "127.0.0.1")
await once(server, "listening")
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
console.log(`Listening on ${address}`)

/** Shows requests until the count is reached; `leave` runs before it ends. */
const receive = (secret: string, leave: () => Promise<unknown>) => {
  let [left, isGenuine] = [count, true]
  const end = async () => {
    await leave()
    process.exit(isGenuine ? 0 : 1)
  }
  process.once("SIGINT", () => void end())
  server.on("request", async (request, response) => {
    const isVerified = await show(secret, Buffer.concat(await request.toArray()), request.headers)
    isGenuine &&= isVerified
    response.writeHead(isVerified ? 204 : 401).end(() => --left <= 0 && void end())
  })
}

if (options.secret !== "") receive(options.secret, async () => {})
else {
  const boards = (await call("GET", "/boards?limit=1")) as Page<Board>
  const board = boards.data[0]!
  const events = ["deal.created", "deal.stage_changed", "deal.won", "lead.created"]
  const body = { boardId: board.id, url: address, label: "Receiver of this machine", events }
  const webhook = (await call("POST", "/webhooks", body)) as { id: string; signingSecret: string }
  receive(webhook.signingSecret, () => call("DELETE", `/webhooks/${webhook.id}`))
  console.log(`Subscribed to the board ${board.name}. Create or move a deal there. Ctrl-C stops.`)
  await call("POST", `/webhooks/${webhook.id}/test`)
}
