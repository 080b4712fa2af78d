/** The server's name, and the supported protocol revisions. */
import { version } from "../../../layers/runtime/Version.ts"
import * as Icon from "../agents/Icon.ts"

export const info = { name: "sales-pipeline", title: "Sales Pipeline", version }

/** The server's name with its icon, for clients that show one. */
export const infoAt = (base: string) => ({ ...info, icons: [Icon.at(base)[1]!] })

/** The revision without sessions or a handshake; each request names its revision. */
export const modern = "2026-07-28"

/**
 * Revisions with a handshake, which is answered without storing a session. Newest first; clients that ask for an unknown revision are
 * offered the newest.
 */
export const legacy: ReadonlyArray<string> = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
