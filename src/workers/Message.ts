/** Messages between a worker and its primary. */

export type FromWorker =
  | { readonly kind: "ready"; readonly base: string }
  /** Heartbeat, sent every second while its event loop runs. */
  | { readonly kind: "beat" }
  /** It accepts no more connections. */
  | { readonly kind: "deaf" }
  /** It can't start; `message` is a log line for the operator. */
  | { readonly kind: "failed"; readonly message: string }

/** `deafen`: accept no more connections. `end`: finish the requests on open ones, then exit. */
export type FromPrimary = "deafen" | "end"
