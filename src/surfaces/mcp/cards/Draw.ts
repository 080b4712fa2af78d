/**
 * The script of a card: draws a report in the page, and talks to the host (MCP Apps, 2026-01-26). `npm run generate` bundles it into
 * generated.js, which cards embed. It runs only in the browser.
 */
import { markupOf, said } from "../../../reports/rules/ReportMarkup.ts"
import { type Kind, viewOf } from "../../../reports/rules/ReportView.ts"
import { withoutMarks } from "./WithoutMarks.ts"

declare const document: {
  readonly getElementById: (id: "card") => { innerHTML: string; readonly dataset: { readonly kind: Kind } }
  readonly documentElement: {
    readonly dataset: { theme?: string }
    readonly getBoundingClientRect: () => { readonly width: number; readonly height: number }
  }
}
declare const window: {
  readonly addEventListener: (
    type: "message",
    hear: (event: { readonly data?: Message; readonly source: unknown }) => void
  ) => void
}
declare const parent: { readonly postMessage: (message: object, origin: string) => void }
declare const ResizeObserver: new (changed: () => void) => { readonly observe: (element: object) => void }

/** The host's context. */
interface Context {
  readonly theme?: string
}

/** A tool's result. */
interface Result {
  readonly isError?: boolean
  readonly structuredContent?: { readonly error?: { readonly message: string } }
  readonly content?: ReadonlyArray<{ readonly text?: string }>
}

interface Answer {
  readonly hostContext?: Context
}

/** A message from the host: a request, a notification, or the response to a request. */
interface Message {
  readonly jsonrpc?: string
  readonly id?: number
  readonly method?: string
  readonly params?: Context & Result
  readonly result?: Answer
}

function put(markup: string): void {
  document.getElementById("card").innerHTML = markup
}

/** Shows a failed call's message instead of the card. */
function fail(result: Result): void {
  const error = result.structuredContent?.error
  put(said("p", "subtitle", error?.message ?? result.content?.[0]?.text ?? "There is nothing to show."))
}

function start(kind: Kind): void {
  const waiting = new Map<unknown, (result: Answer | undefined) => void>()
  const post = (message: object) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*")
  const themed = (context: Context | undefined) => {
    if (context?.theme) document.documentElement.dataset.theme = context.theme
  }
  const heard: Record<string, (params: Context & Result) => void> = {
    "ui/notifications/tool-result": (result) =>
      result.isError || !result.structuredContent
        ? fail(result)
        : put(markupOf(viewOf(kind, withoutMarks(result.structuredContent)), 1)),
    "ui/notifications/host-context-changed": themed
  }
  window.addEventListener("message", ({ data, source }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return
    if (data.method === undefined) waiting.get(data.id)?.(data.result)
    else if (data.id !== undefined) post({ id: data.id, result: {} })
    else heard[data.method]?.(data.params ?? {})
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

start(document.getElementById("card").dataset.kind)
