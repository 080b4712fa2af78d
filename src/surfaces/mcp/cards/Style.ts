/** How cards look: as reports do on their page, in the theme of the host, with what the system has of fonts. */
import { readFileSync } from "node:fs"

export const css = `
:root { color-scheme: light dark; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
body { margin: 0; background: light-dark(#ffffff, #16181d); }
${readFileSync(new URL("../../pages/reports/report.css", import.meta.url), "utf8")}`
