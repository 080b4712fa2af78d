/** What a worker and its primary tell each other. */

export type FromWorker =
  | { readonly kind: "ready"; readonly base: string }
  /** Its loop turns; said each second. */
  | { readonly kind: "beat" }
  /** It takes no connections any more. */
  | { readonly kind: "deaf" }
  /** It cannot start; the message is a line for the operator. */
  | { readonly kind: "failed"; readonly message: string }

/** To take no more connections; to finish what came in on those there are, and end. */
export type FromPrimary = "deafen" | "end"
