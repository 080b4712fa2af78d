/** The server's name, and the protocol revisions it speaks. */
import { version } from "../../../layers/runtime/Version.ts"
import * as Icon from "../agents/Icon.ts"

export const info = { name: "sales-pipeline", title: "Sales Pipeline", version }

/** With the icon, for clients that draw one. */
export const infoAt = (base: string) => ({ ...info, icons: [Icon.at(base)[1]!] })

/** The revision without sessions or a handshake; each request names its revision. */
export const modern = "2026-07-28"

/** Revisions with a handshake, which we answer and forget. Newest first; the newest is offered to a client that asks for an unknown one. */
export const legacy: ReadonlyArray<string> = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
