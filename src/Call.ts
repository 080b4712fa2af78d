import { Context } from "effect"

/** The request a call came in on. */
export class Call extends Context.Service<
  Call,
  {
    readonly requestId: string
    readonly idempotencyKey: string | undefined
    /** The caller would rather be refused than work on what another is working on (header Enrichment-Claim). */
    readonly exclusive?: boolean
  }
>()("pipeline/Call") {
  /** What the header Enrichment-Claim says. */
  static readonly isExclusive = (header: string | undefined): boolean =>
    header?.trim().toLowerCase() === "true"
}
