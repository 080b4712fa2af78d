/** A host for MCP Apps, run in the page: the official bridge around one sandboxed frame. */
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge"

declare const window: any
declare const document: any

interface Showing {
  readonly html: string
  readonly result: any
  readonly theme: "light" | "dark"
  readonly width: number
}

/** Shows a card at the height it asks for; resolves once the card has its result. */
window.show = async ({ html, result, theme, width }: Showing) => {
  document.body.textContent = ""
  document.body.style.margin = 0
  const frame = document.createElement("iframe")
  frame.setAttribute("sandbox", "allow-scripts")
  frame.style = `border: 0; display: block; width: ${width}px; height: 100px`
  document.body.append(frame)
  const bridge = new AppBridge(
    null,
    { name: "test-host", version: "1.0.0" },
    { openLinks: {} },
    { hostContext: { theme } }
  )
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`
  }
  const initialized = new Promise<void>((resolve) => (bridge.oninitialized = () => resolve()))
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.srcdoc = html
  await initialized
  await bridge.sendToolInput({ arguments: {} })
  await bridge.sendToolResult(result)
  return bridge.getAppVersion()?.name
}
