/** How cards look: as reports do on their page, in the theme of the host, with what the system has of fonts. */
import { readFileSync } from "node:fs"

const read = (path: string) => readFileSync(new URL(`../../pages/${path}`, import.meta.url), "utf8")

export const css = `
${read("platform/tokens.css")}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
body { margin: 0; background: var(--surface); }
${read("reports/report.css")}`
