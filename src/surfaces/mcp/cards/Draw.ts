/** The script of a card: draws a view into the page, and speaks to the host (MCP Apps, 2026-01-26). It runs in the browser alone. */
import type { Row, Tile } from "../../../domain/ReportFigures.ts"
import type { Chart, Group, Kind, View } from "../../../domain/ReportView.ts"

/** What is on the page before this, or is the browser's. */
declare const viewOf: (kind: Kind, report: unknown) => View
declare const document: any
declare const window: any
declare const parent: any
declare const ResizeObserver: any

export function make(parentOf: any, tag: string, kind: string, text?: string): any {
  const element = document.createElement(tag)
  element.className = kind
  if (text !== undefined) element.textContent = text
  parentOf.append(element)
  return element
}

export function drawTile(into: any, { label, note, tone, value }: Tile): void {
  const box = make(into, "div", `tile ${tone ?? ""}`)
  make(box, "dt", "label", label)
  make(box, "dd", "value", value)
  if (note !== "") make(box, "dd", "note", note)
}

export function drawRow(into: any, { label, note, part, share, tone, value }: Row): void {
  const row = make(into, "li", `row ${tone}`)
  const line = make(row, "div", "line")
  make(line, "span", "name", label)
  make(line, "span", "figure", value)
  if (note !== "") make(share === null ? row : line, "span", "note", note)
  if (share === null) return
  const track = make(row, "div", "track")
  if (part !== null) make(track, "div", "bar faint").style.width = `${100 * share}%`
  make(track, "div", "bar").style.width = `${100 * (part ?? share)}%`
}

export function drawGroup(into: any, { heading, rows }: Group): void {
  const section = make(into, "section", "group")
  make(section, "h2", "heading", heading)
  const list = make(section, "ul", "rows")
  for (const row of rows) drawRow(list, row)
}

export function drawChart(into: any, { columns, heading, series, top }: Chart): void {
  const section = make(into, "section", "group")
  make(section, "h2", "heading", heading)
  const legend = make(section, "div", "legend")
  for (const { name, tone } of series) make(legend, "span", `key ${tone}`, name)
  make(legend, "span", "note", `highest: ${top}`)
  const chart = make(section, "div", "chart")
  columns.forEach(({ label, shares }, index) => {
    const column = make(chart, "div", "column")
    const bars = make(column, "div", "bars")
    shares.forEach((height, place) => {
      make(bars, "div", `stick ${series[place]!.tone}`).style.height = `${100 * height}%`
    })
    make(column, "span", index % 3 === 0 ? "tick" : "tick rare", label)
  })
}

export function draw(view: View): void {
  const card = document.getElementById("card")
  card.textContent = ""
  make(card, "h1", "title", view.title)
  make(card, "p", "subtitle", `${view.board} · ${view.date}`)
  const tiles = make(card, "dl", "tiles")
  for (const tile of view.tiles) drawTile(tiles, tile)
  for (const group of view.groups) drawGroup(card, group)
  for (const chart of view.charts) drawChart(card, chart)
}

/** What a failed call says, in the place of the card. */
export function fail(result: any): void {
  const card = document.getElementById("card")
  card.textContent = ""
  const error = result.structuredContent?.error
  make(card, "p", "subtitle", error?.message ?? result.content?.[0]?.text ?? "There is nothing to show.")
}

export function start(kind: Kind): void {
  const waiting = new Map<number, (result: any) => void>()
  const post = (message: object) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*")
  const themed = (context: any) => {
    if (context?.theme) document.documentElement.dataset.theme = context.theme
  }
  const heard: Record<string, (params: any) => void> = {
    "ui/notifications/tool-result": (result) =>
      result.isError || !result.structuredContent
        ? fail(result)
        : draw(viewOf(kind, result.structuredContent)),
    "ui/notifications/host-context-changed": themed
  }
  window.addEventListener("message", ({ data, source }: any) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return
    if (data.method === undefined) waiting.get(data.id)?.(data.result)
    else if (data.id !== undefined) post({ id: data.id, result: {} })
    else heard[data.method]?.(data.params)
  })
  waiting.set(1, (result) => {
    themed(result?.hostContext)
    post({ method: "ui/notifications/initialized", params: {} })
  })
  const params = {
    appInfo: { name: `sales-pipeline-${kind}`, version: "1.0.0" },
    appCapabilities: {},
    protocolVersion: "2026-01-26"
  }
  post({ id: 1, method: "ui/initialize", params })
  new ResizeObserver(() => {
    const { height, width } = document.documentElement.getBoundingClientRect()
    post({
      method: "ui/notifications/size-changed",
      params: { width: Math.ceil(width), height: Math.ceil(height) }
    })
  }).observe(document.documentElement)
}

/** All of it, in the order of the page. */
export const functions = [make, drawTile, drawRow, drawGroup, drawChart, draw, fail, start]
