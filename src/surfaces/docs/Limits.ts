/** The page of limits, from the constants that the service goes by. */
import { caps, type Limit } from "../../../layers/identity/PlanLimits.ts"
import { maxMessage } from "../../../layers/intake/EmailIntake.ts"
import { mostAddresses } from "../../../schema/ApiKey.ts"
import { most as mostAtOnce } from "../../../schema/Bulk.ts"
import { mostLabels } from "../../../schema/DealFields.ts"
import { status } from "../../../schema/Fault.ts"
import { maxBytes as maxImage } from "../../../schema/ImageUpload.ts"
import { mostRows } from "../../../schema/Import.ts"
import { mostRecords } from "../../../schema/Undo.ts"
import { largest as largestEnrichment } from "../../domain/leads/EnrichmentHistory.ts"
import { maxBody } from "../http/Body.ts"
import { html, type Html } from "../pages/platform/Html.ts"

/** Requests a minute, as this service is set. */
export interface Rates {
  readonly rateLimitPerKey: number
  readonly rateLimitPerWorkspace: number
  readonly rateLimitPerAddress: number
}

type Row = readonly [what: string, limit: string, note?: string]

const number = (value: number) => value.toLocaleString("en-US")
const MiB = 1_048_576
const kB = (bytes: number) =>
  bytes >= MiB ? `${number(bytes / MiB)} MiB` : `${number(Math.round(bytes / 1024))} kB`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): Html =>
  html`<div class="table" role="group" aria-label="Table" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head.map((one) => html`<th scope="col">${one}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`

const plans: Readonly<Record<Limit, string>> = {
  active_deals: "Open deals",
  boards: "Boards",
  api_keys: "API keys",
  webhooks: "Webhook subscriptions of a board",
  templates: "Email templates"
}

const cap = (plan: keyof typeof caps, limit: Limit) => {
  const found = caps[plan][limit]
  return found === undefined ? "no limit" : number(found)
}

/** Made for the page: the first number that is written out has the locales of all languages loaded, 5 MiB. */
const sizes = (): ReadonlyArray<Row> => [
  ["Body of a request", kB(maxBody), "body_too_large"],
  [
    "Page of a list",
    "100 items, 25 where limit is left out, and 1 MiB",
    "a longer page ends early, with its cursor"
  ],
  ["Enrichment of a lead, without its history", kB(largestEnrichment), "enrichment_too_large"],
  ["Image", `${number(maxImage / 1_000_000)} MB`, "PNG, JPEG, WebP or GIF"],
  ["Message by email", kB(maxMessage), "as it is sent, attachments included"],
  ["Rows of one import", number(mostRows), "send more in further batches"],
  ["Deals or leads of one bulk write", number(mostAtOnce), "send more in further calls"],
  ["Records of one undo", number(mostRecords), "undo a part of them at a time"],
  ["Labels of a deal", number(mostLabels), "counted before duplicates are removed"],
  ["Addresses that a key allows", number(mostAddresses), "each an address or a range"],
  ["Idempotency key", "255 characters", "its answer is kept for 24 hours"]
]

export const page = ({ rateLimitPerAddress, rateLimitPerKey, rateLimitPerWorkspace }: Rates): Html => html`
  <h1>Limits</h1>
  <p>What this service takes, how much of it, and how often.</p>
  <h2 id="rates">Requests a minute</h2>
  <p>
    Counted over the last 60 seconds, not by the clock. Each answer says in <code>RateLimit</code> what is
    left; a ${status.rate_limit_error} says in <code>Retry-After</code> how many seconds to wait. The operator
    sets them (<a href="/docs/guide/settings">settings</a>).
  </p>
  ${table(
    ["what is counted", "requests in 60 s", "setting"],
    [
      ["one key or OAuth grant", number(rateLimitPerKey), "RATE_LIMIT_PER_KEY"],
      ["all credentials of a workspace", number(rateLimitPerWorkspace), "RATE_LIMIT_PER_WORKSPACE"],
      [
        "failed sign-ins, forms and mail of one network address, each by itself",
        number(rateLimitPerAddress),
        "RATE_LIMIT_PER_ADDRESS"
      ]
    ]
  )}
  <h2 id="plans">Plans</h2>
  <p>
    What would exceed a cap is refused with
    <a href="/docs/errors#plan_limit_exceeded">plan_limit_exceeded</a>.
  </p>
  ${table(
    ["what is counted", "free", "standard"],
    (Object.keys(plans) as Array<Limit>).map((limit) => [
      plans[limit],
      cap("free", limit),
      cap("standard", limit)
    ])
  )}
  <h2 id="sizes">Sizes</h2>
  <p>Lengths of single fields stand with each field of the <a href="/docs/reference">reference</a>.</p>
  ${table(
    ["what", "at most", "beyond"],
    sizes().map(([what, limit, note = ""]) => [what, limit, note])
  )}
`
