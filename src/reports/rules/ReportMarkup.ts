/**
 * Renders a report's view as HTML for its card and its page. Cards run this in the browser, so it has no dependencies. Lengths are SVG
 * attributes, because content security policies forbid inline styles.
 */
import type { Chart, Group, View, Row, Tile, Tone } from "./ReportFigures.ts"

/** Wraps a figure (HTML) in a link to the deals that it counts. */
type Way = (figure: string, shows: string) => string

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** An element with a class. `content` is escaped HTML. */
export function element(tag: string, kind: string, content: string): string {
  return `<${tag} class="${kind}">${content}</${tag}>`
}

export function said(tag: string, kind: string, text: string): string {
  // Isolates the direction of right-to-left text.
  const way = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u.test(text) ? ` dir="auto"` : ""
  return text === "" ? "" : `<${tag} class="${kind}"${way}>${escaped(text)}</${tag}>`
}

export function percent(part: number): string {
  return `${Math.round(10_000 * part) / 100}%`
}

function leading(figure: string, shows: string | undefined, to: Way): string {
  return shows === undefined ? figure : to(figure, shows)
}

function tileMarkup({ label, note, shows, tone, value }: Tile, to: Way): string {
  return element(
    "div",
    `tile ${tone ?? ""}`,
    said("dt", "label", label) +
      element("dd", "value", leading(escaped(value), shows, to)) +
      said("dd", "note", note)
  )
}

/** A bar whose width is its share of the row. */
function barMarkup(kind: string, part: number): string {
  return `<rect class="${kind}" width="${percent(part)}" height="8" rx="4"/>`
}

/** Marks today's position on the way to a goal. */
function markMarkup(mark: number | undefined): string {
  return mark === undefined
    ? ""
    : `<rect class="mark" x="${percent(Math.min(mark, 0.997))}" width="2" height="8"/>`
}

function rowMarkup({ label, mark, note, part, share, shows, tone, value }: Row, to: Way): string {
  const words = leading(said("span", "name", label), shows, to) + said("span", "figure", value)
  const aside = said("span", "note", note)
  if (share === null) return element("li", `row ${tone}`, element("div", "line", words) + aside)
  const bars =
    (part === null ? "" : barMarkup("bar faint", share)) + barMarkup("bar", part ?? share) + markMarkup(mark)
  const track = `<svg class="track" width="100%" height="8" aria-hidden="true">${bars}</svg>`
  return element("li", `row ${tone}`, element("div", "line", words + aside) + track)
}

function groupMarkup({ heading, rows }: Group, level: number, to: Way): string {
  const list = element("ul", "rows", rows.map((row) => rowMarkup(row, to)).join(""))
  return element("section", "group", said(`h${level + 1}`, "heading", heading) + list)
}

function stickMarkup(tone: Tone, place: number, of: number, height: number): string {
  const slot = 1 / of
  const [x, width] = [percent(place * slot), percent(slot * 0.94)]
  return `<rect class="stick ${tone}" x="${x}" y="${percent(1 - height)}" width="${width}" height="${percent(height)}"/>`
}

function chartMarkup({ columns, heading, series, top }: Chart, level: number): string {
  const keys = series.map(({ name, tone }) => said("span", `key ${tone}`, name)).join("")
  const legend = element("div", "legend", keys + said("span", "note", top))
  const bars = (shares: ReadonlyArray<number>) =>
    shares.map((height, place) => stickMarkup(series[place]!.tone, place, shares.length, height)).join("")
  const column = ({ label, shares }: Chart["columns"][number], index: number) =>
    element(
      "div",
      "column",
      `<svg class="bars" width="100%" height="120" aria-hidden="true">${bars(shares)}</svg>` +
        said("span", index % 3 === 0 ? "tick" : "tick rare", label)
    )
  const chart = element("div", "chart", columns.map(column).join(""))
  return element("section", "group", said(`h${level + 1}`, "heading", heading) + legend + chart)
}

/** The report with a heading of this level. `to` adds links to the deals that a figure counts. */
export function markupOf(view: View, level: number, to: Way = (figure) => figure): string {
  return (
    said(`h${level}`, "title", view.title) +
    element("p", "subtitle", `<bdi>${escaped(view.board)}</bdi> · ${escaped(view.date)}`) +
    element("dl", "tiles", view.tiles.map((tile) => tileMarkup(tile, to)).join("")) +
    view.remarks.map((remark) => said("p", "remark", remark)).join("") +
    view.groups.map((group) => groupMarkup(group, level, to)).join("") +
    view.charts.map((chart) => chartMarkup(chart, level)).join("")
  )
}
