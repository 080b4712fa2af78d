/** The messages between a worker and its primary. */

export type FromWorker =
  | { readonly kind: "ready"; readonly base: string }
  /** Its event loop runs; sent each second. */
  | { readonly kind: "beat" }
  /** It accepts no more connections. */
  | { readonly kind: "deaf" }
  /** It cannot start; `message` is a log line for the operator. */
  | { readonly kind: "failed"; readonly message: string }

/** `deafen`: accept no more connections. `end`: finish the requests on open ones, then exit. */
export type FromPrimary = "deafen" | "end"
