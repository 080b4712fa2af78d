/** The four webhook events of SPEC.md. */
import type { Deal } from "../../../schema/Deal.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { Stage } from "../../../schema/Stage.ts"

interface Announced {
  /** Who did it: `api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`. */
  readonly by: string
  readonly at: string
}

interface Moved extends Announced {
  readonly deal: Deal
  readonly from: Stage
  readonly to: Stage
}

export type DealEvent =
  | (Announced & { readonly type: "deal.created"; readonly deal: Deal })
  | (Moved & { readonly type: "deal.stage_changed" })
  | (Moved & { readonly type: "deal.won" })

type LeadEvent = { readonly type: "lead.created"; readonly lead: Lead; readonly at: string }

export type Event = DealEvent | LeadEvent
