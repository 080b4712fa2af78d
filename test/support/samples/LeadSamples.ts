/** An inbox after some days: leads that are long, short, scored, being scored, triaged. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import sharp from "sharp"
import type { Client } from "../server/TestService.ts"

/** A server with the same image at every path. */
export const gallery = Effect.acquireRelease(
  Effect.promise(async () => {
    const picture = await sharp({ create: { width: 1280, height: 800, channels: 3, background: "#3a6ea5" } })
      .png()
      .toBuffer()
    const server = createServer((_, response) => response.end(picture))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
  }),
  ({ close }) => Effect.sync(close)
)

const body = `# Why they fit

Ferrum runs **140 refrigerated trailers** between Rotterdam and Milan, and [said in May](https://news.example/ferrum)
that door events are what insurers ask for.

## What they need

- Door sensors, retrofit, _before winter_
- One API for the planning desk

| Site | Trailers | Contract ends |
|---|---|---|
| Rotterdam | 90 | March 2027 |
| Milan | 50 | June 2027 |

> “We lose two loads a quarter.”

\`\`\`json
{"budget": "80k", "decides": "Head of Fleet"}
\`\`\`

![Their yard](https://news.example/yard.jpg)

${"They have grown by acquisition, and each depot buys for itself; the fleet office would like that to end. ".repeat(12)}`

export const long = {
  status: "complete",
  score: 88,
  scoreDisplay: "A- (88 of 100)",
  verdict: "Strong fit: call today",
  provider: "Lead scout",
  summary: "Family-owned haulier, 210 people, four depots. Knows us from Halden Cold Storage.",
  notes: "Ask for Nadia's deputy on Fridays.",
  body,
  contact: {
    name: "Nadia Okafor",
    title: "Head of Fleet",
    email: "n.okafor@ferrum-freight.example",
    phone: "+31 10 555 0199",
    linkedin: "https://www.linkedin.com/in/nadia-okafor",
    website: "https://ferrum-freight.example"
  },
  employees: 210,
  signals: [{ kind: "hiring", role: "Cold chain engineer" }, { kind: "funding" }]
}

export const full = {
  firstName: "Nadia",
  lastName: "Okafor",
  workEmail: "nadia.okafor@ferrum-freight.example",
  phone: "+31 10 555 0142",
  companyName: "Ferrum Freight",
  companyWebsite: "www.ferrum-freight.example",
  message:
    "We run 140 trailers between Rotterdam and Milan. Can your trackers report door openings?\n\nWe would need them before the winter season, and a price for 90 first.\n\nNadia",
  howHeard: "A colleague at Halden Cold Storage",
  consent: true,
  consentText: "I agree to be contacted about my request.",
  sourceUrl: "https://www.demo.example/contact?utm_source=google",
  pageTitle: "Talk to us",
  referrer: "https://www.google.example/",
  utmSource: "google",
  utmMedium: "cpc",
  utmCampaign: "cold-chain",
  gclid: "Cj0KCQjw8OuFhCvARIsAK"
}

const people = ["Tom Vance", "Lea Brandt", "Sanne de Wit", "Ines Cardoso", "Milo Hartmann"]
const companies = ["Pinewood Dairy", "Kessler Labs", "Velo Courier", "Atlântico Pescas", "Halcyon Vaccines"]
const asks = [
  "Looking for sensors in 9 cold rooms, decision this quarter.",
  "Please call me about the audit package.",
  "Could we try route planning with 20 bikes? We deliver in four cities and would start with one of them, then see how far it carries.",
  "Interested in ice hold monitoring.",
  "Temperature logs for audit"
]
const verdicts = ["Strong fit", "Worth a call", "Good fit for a trial", "No budget", "Too small"]

/** Creates `count` leads; returns their ids, oldest first. */
export const fill = ({ send }: Pick<Client, "send">, count: number) =>
  Effect.promise(async () => {
    const ids: Array<string> = []
    for (let index = 0; index < count; index++) {
      const at = index % 5
      const [firstName, ...rest] = people[at]!.split(" ")
      const created = await send("POST", "/v1/leads", {
        ...(at === 4
          ? { source: "email", workEmail: `ops${index}@halcyon.example` }
          : { firstName, lastName: rest.join(" "), companyName: companies[at] }),
        message: asks[at]
      })
      const { id } = created.body
      ids.push(id)
      const enrichment = [
        { status: "complete", score: 95 - index * 3, verdict: verdicts[at] },
        { status: "in_progress" },
        { status: "complete", score: 61, verdict: verdicts[at] },
        undefined,
        { status: "complete", score: 18, verdict: verdicts[at] }
      ][at]
      if (enrichment !== undefined) await send("PATCH", `/v1/leads/${id}`, { enrichment })
    }
    return ids
  })
