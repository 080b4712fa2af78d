/** Names a browser by its User-Agent header. The name is only shown to its person, to recognize a session. */
import * as AgentName from "../../audit/rules/AgentName.ts"

/** Ordered: a browser's user agent also names the browsers that it is based on. */
const browsers: ReadonlyArray<readonly [named: RegExp, name: string]> = [
  [/\bEdgA?\//u, "Edge"],
  [/\bOPR\//u, "Opera"],
  [/\b(Firefox|FxiOS)\//u, "Firefox"],
  [/(Chrome|CriOS)\//u, "Chrome"],
  [/\bSafari\//u, "Safari"]
]

const systems: ReadonlyArray<readonly [named: RegExp, name: string]> = [
  [/\bAndroid\b/u, "Android"],
  [/\b(iPhone|iPad)\b/u, "iOS"],
  [/\bWindows\b/u, "Windows"],
  [/\bMac OS X\b/u, "macOS"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bLinux\b/u, "Linux"]
]

const find = (among: typeof browsers, text: string) => among.find(([named]) => named.test(text))?.[1]

/** For other programs, their own name, truncated. Undefined without a header. */
export const of = (header: string | undefined): string | undefined => {
  const text = (header ?? "").slice(0, 500)
  const browser = find(browsers, text)
  if (browser === undefined) return AgentName.of(text)?.slice(0, 40).toWellFormed()
  const system = find(systems, text)
  return system === undefined ? browser : `${browser} on ${system}`
}
