/** The style of cards: like the reports page, in the host's theme, with system fonts. */
import { readFileSync } from "node:fs"

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")

export const css = `
${read("surfaces/web/assets/tokens.css")}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
body { margin: 0; background: var(--surface); }
${read("reports/pages/report.css")}`
