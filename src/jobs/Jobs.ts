/** All jobs of the service. The scheduler and the admin CLI use only this list. */
import { backUp } from "./BackUp.ts"
import { expireApprovals } from "./ExpireApprovals.ts"
import { expireIdempotency } from "./ExpireIdempotency.ts"
import { expireTokens } from "./ExpireTokens.ts"
import type * as Job from "./Job.ts"
import { purgeChanges } from "./PurgeChanges.ts"
import { purgeDeals } from "./PurgeDeals.ts"
import { resealWebhooks } from "./ResealWebhooks.ts"
import { rotatePartitions } from "./RotatePartitions.ts"
import { purgeSeals } from "./audit/PurgeSeals.ts"
import { sealAudit } from "./audit/SealAudit.ts"
import { staleLeads } from "./StaleLeads.ts"
import { tendRehearsals } from "./ExpireRehearsals.ts"

const all = [
  staleLeads,
  purgeDeals,
  purgeChanges,
  expireApprovals,
  rotatePartitions,
  expireIdempotency,
  expireTokens,
  resealWebhooks,
  sealAudit,
  purgeSeals,
  tendRehearsals,
  backUp
] as const

/** The services that all jobs together need. */
export type Services = Job.Services<(typeof all)[number]>

export const jobs: ReadonlyArray<Job.Job<Services>> = all
