/** How cards look: readable from 320 pixels up, in light and in dark, with what the system has of fonts. */

const light = `
  --ground: #ffffff; --raised: #f4f5f7; --ink: #16181d; --dim: #5b6270; --line: #e3e6eb;
  --accent: #3457d5; --soft: #8a92a3; --good: #157f4b; --warn: #9a6100; --bad: #c2303b; --track: #e9ecf1;`

const dark = `
  --ground: #16181d; --raised: #1f232b; --ink: #f0f2f5; --dim: #a3abba; --line: #2e343f;
  --accent: #8ea6ff; --soft: #7d8698; --good: #4cc38a; --warn: #e0a83e; --bad: #ff7b81; --track: #2b313c;`

export const css = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; ${dark} }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { background: var(--ground); color: var(--ink); font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
#card { padding: 16px; overflow-wrap: anywhere; }
.title { font-size: 18px; font-weight: 650; line-height: 1.25; }
.subtitle { color: var(--dim); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 8px; margin-top: 12px; }
@media (max-width: 440px) { .tile:last-child:nth-child(odd) { grid-column: 1 / -1; } }
.tile { background: var(--raised); border-radius: 8px; padding: 10px 12px; min-width: 0; }
.label, .note { color: var(--dim); font-size: 12px; }
.value { font-size: 20px; font-weight: 650; line-height: 1.3; font-variant-numeric: tabular-nums; white-space: nowrap; }
.tile.accent .value { color: var(--accent); } .tile.good .value { color: var(--good); } .tile.bad .value { color: var(--bad); }
.group { margin-top: 18px; }
.heading { font-size: 12px; font-weight: 600; color: var(--dim); margin-bottom: 8px; }
.rows { list-style: none; display: grid; gap: 10px; }
.line { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; }
.name { flex: 1 1 40%; min-width: 0; font-weight: 500; }
.figure { font-variant-numeric: tabular-nums; }
.row > .note { display: block; }
.track { position: relative; height: 8px; margin-top: 4px; border-radius: 4px; background: var(--track); overflow: hidden; }
.bar { position: absolute; inset: 0 auto 0 0; border-radius: 4px; background: var(--tone); }
.bar.faint { opacity: 0.35; }
.accent { --tone: var(--accent); } .soft { --tone: var(--soft); } .good { --tone: var(--good); }
.warn { --tone: var(--warn); } .bad { --tone: var(--bad); }
.row.warn .name::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 8px; border-radius: 50%; background: var(--warn); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 12px; margin-bottom: 8px; }
.key::before { content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 6px; border-radius: 2px; background: var(--tone); }
.chart { display: flex; gap: 4px; border-bottom: 1px solid var(--line); margin-bottom: 22px; }
.column { position: relative; flex: 1 1 0; min-width: 0; }
.bars { display: flex; gap: 1px; align-items: flex-end; height: 120px; }
.stick { flex: 1 1 0; background: var(--tone); border-radius: 2px 2px 0 0; }
.tick { position: absolute; top: 100%; left: 0; margin-top: 4px; font-size: 11px; color: var(--dim); white-space: nowrap; }
@media (max-width: 640px) { .tick.rare { display: none; } }
`
