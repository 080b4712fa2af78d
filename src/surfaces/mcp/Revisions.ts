/** Who serves, and which revisions of the protocol. */

export const info = { name: "sales-pipeline", title: "Sales Pipeline", version: "1.2.0" }

/** Without sessions or a handshake: each request says for itself what it speaks. */
export const modern = "2026-07-28"

/** With a handshake, which a stateless server answers and forgets; the newest comes first, and answers what we do not know. */
export const legacy: ReadonlyArray<string> = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
