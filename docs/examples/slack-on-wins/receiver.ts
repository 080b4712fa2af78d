/** Receives the webhooks of a subscription, verifies them, and posts a message of its own to Slack for each won deal, once. */
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import { buffer } from "node:stream/consumers"
import { verifyWebhook, WebhookError, type WebhookEvent } from "../../../client/typescript/src/index.ts" // of your own project: "@sales-pipeline/client"

/** One line instead of a stack trace: what ends up here is a setting to mend. */
process.on("uncaughtException", ({ message }) => {
  console.error(message)
  process.exit(1)
})

const { HOST = "127.0.0.1", PORT = "4100", SEEN_FILE = "seen.txt", SIGNING_SECRET, SLACK_URL } = process.env
const { SALES_PIPELINE_URL = "http://127.0.0.1:3000" } = process.env
if (!SIGNING_SECRET || !URL.canParse(SLACK_URL ?? "")) {
  console.error(
    "Set SIGNING_SECRET to the signingSecret of the subscription, and SLACK_URL to an incoming webhook of Slack."
  )
  process.exit(2)
}
/** Two while one is replaced by the other: new,old. */
const secrets = SIGNING_SECRET.split(",")

const amount = (cents: number | null, currency: string) => {
  if (cents === null) return ""
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  return ` for ${format.format(cents / 10 ** format.resolvedOptions().maximumFractionDigits!)}`
}

/** Slack's own characters, so that a deal's name can't mention anyone or hide a link. */
const plain = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** The message for an event; nothing for one that is not told. */
const messageOf = (event: WebhookEvent): string | undefined => {
  if (event.event === "webhook.test") return "Won deals will be told here."
  if (event.event === "deal.won") {
    const { company, id, name } = event.deal
    const what = `<${SALES_PIPELINE_URL}/deals/${id}|${plain(name)}>${amount(event.amount_cents, event.currency)}`
    return `:tada: Won: ${what}${company === null ? "" : `, ${plain(company)}`}`
  }
  const isTakenBack = event.event === "deal.change_undone" || event.event === "deal.change_redone"
  if (!isTakenBack || event.original.event !== "deal.won") return undefined
  const name = plain(event.deal?.name ?? event.deal_id)
  return event.event === "deal.change_undone" ? `Not won after all: ${name}` : `Won after all: ${name}`
}

/** Slack did not take it; the service tries again. */
class Refused extends Error {
  readonly retryAfter: string | null
  constructor(why: string, retryAfter: string | null = null) {
    super(`Slack did not take a message: ${why}`)
    this.retryAfter = retryAfter
  }
}

const post = async (text: string) => {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
    // The service waits 15 s for an answer.
    signal: AbortSignal.timeout(10_000)
  }
  const answer = await fetch(SLACK_URL!, request).catch((error) => Promise.reject(new Refused(String(error))))
  if (!answer.ok)
    throw new Refused(`${answer.status} ${await answer.text()}`, answer.headers.get("retry-after"))
}

/** The ids of what Slack has, also after a restart; the service sends nothing again that is older than the newest 10,000. */
const seen = new Set(existsSync(SEEN_FILE) ? readFileSync(SEEN_FILE, "utf8").split("\n").slice(-10_000) : [])
const inFlight = new Map<string, Promise<void>>()

/** An event can come twice, even at the same time: its `webhook-id` is the same each time. */
const once = (id: string, text: string) => {
  if (seen.has(id)) return Promise.resolve()
  const running = inFlight.get(id)
  if (running !== undefined) return running
  const posted = post(text)
    .then(() => {
      appendFileSync(SEEN_FILE, `${id}\n`)
      seen.add(id)
      console.log(text)
    })
    .finally(() => inFlight.delete(id))
  inFlight.set(id, posted)
  return posted
}

const longest = 1_048_576

/** The bytes as they came. Node reads no more than the length that was announced. */
const read = (request: IncomingMessage) => {
  if (!(Number(request.headers["content-length"]) <= longest))
    throw new WebhookError("invalid_body", "It does not say its length, or is longer than 1 MiB.")
  return buffer(request)
}

const server = createServer(async (request, response) => {
  try {
    const { headers } = request
    const event = await verifyWebhook({ headers, body: await read(request) }, secrets)
    const text = messageOf(event)
    if (text !== undefined) await once(String(headers["webhook-id"]), text)
    response.writeHead(204).end()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    const status = error instanceof WebhookError ? 401 : 502
    const after = error instanceof Refused ? error.retryAfter : null
    response.writeHead(status, after === null ? {} : { "retry-after": after }).end()
  }
})

server.listen(Number(PORT), HOST, () => {
  const address = server.address()
  if (typeof address === "object") console.log(`Listening on http://${HOST}:${address?.port}/`)
})
