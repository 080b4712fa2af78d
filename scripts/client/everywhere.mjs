/**
 * Tests the built client in the current runtime: Node, Deno or Bun (`npm run client:runtimes`). Arguments: the service's address, an API
 * key, and the client's build folder if not its dist. It needs only the arguments from the runtime, and prints a line for each check that
 * passed, then their number.
 */
const [url, key, dist = "../../client/typescript/dist"] = globalThis.process.argv.slice(2)
const { answerOf, createClient, PipelineError, verifyWebhook } = await import(`${dist}/index.js`)

const client = createClient({ url, key })
let count = 0
const is = (name, found, wanted) => {
  const [a, b] = [found, wanted].map((one) => JSON.stringify(one))
  if (a !== b) throw new Error(`${name}: ${a}, not ${b}`)
  count += 1
  console.log(`ok ${name}`)
}

const [board] = (await client.boards.list()).data
const company = `Everywhere ${crypto.randomUUID()}`
const made = []
for (const name of ["One", "Two", "Three"])
  made.push(await client.deals.create({ boardId: board.id, name, company }))
const names = []
for await (const deal of client.deals.list({ q: company, sort: "created", limit: 2 })) names.push(deal.name)
is("pages", names, ["One", "Two", "Three"])

const { plan } = await client.deals.update.dryRun({ id: made[0].id, name: "Uno" })
const changed = await client.deals.update({ id: made[0].id, name: "Uno" }, { plan })
is("dry run and plan", changed.name, "Uno")
await client.undoOf(changed)
is("undo", (await client.deals.get({ id: made[0].id })).name, "One")

const once = () =>
  client.notes.create({ id: made[0].id, contentText: "Hi" }, { idempotencyKey: crypto.randomUUID() })
is("answers", answerOf(await once()).replayed, false)
const missing = await client.deals.get.safe({ id: crypto.randomUUID() })
is(
  "faults",
  [missing.ok, missing.error instanceof PipelineError, missing.error.code],
  [false, true, "deal_not_found"]
)

const elsewhere = createClient({ url: "http://127.0.0.1:9", key, retries: 1, sleep: async () => {} })
const lost = await elsewhere.me.get.safe()
is("lost connections", [lost.error.code, lost.error.attempts], ["unreachable", 2])
const aborted = await client.me.get.safe({}, { signal: AbortSignal.abort() })
is("signals", aborted.error.code, "aborted")

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const image = Uint8Array.from(atob(png), (one) => one.charCodeAt(0))
is("uploads", (await fetch(await client.uploadImage(image))).headers.get("content-type"), "image/png")

const lines = []
for await (const entry of client.audit.export({ operation: "undo.run" })) lines.push(entry.operation)
is("files", lines.at(0), "undo.run")

const stop = new AbortController()
const feed = client.follow({
  signal: stop.signal,
  since: new Date(Date.now() - 600_000).toISOString(),
  wait: 5
})
for await (const change of feed) if (change.type === "note.created") break
is("the feed", true, true)

const secret = "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB"
const body = '{"event":"webhook.test"}'
const headers = { "webhook-id": "m", "webhook-timestamp": "1777903200" }
const hmac = { name: "HMAC", hash: "SHA-256" }
const signing = await crypto.subtle.importKey("raw", new Uint8Array(24).fill(1), hmac, false, ["sign"])
const mac = await crypto.subtle.sign("HMAC", signing, new TextEncoder().encode(`m.1777903200.${body}`))
headers["webhook-signature"] = `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`
const event = await verifyWebhook({ headers, body }, secret, { now: 1_777_903_200_000 })
is("webhooks", event.event, "webhook.test")
console.log(`ok all ${count}`)
