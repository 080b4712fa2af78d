/** The chat tool of a webhook's URL, if any. The host and path must match exactly, to exclude look-alikes. */
import type { Provider } from "../../../schema/Webhook.ts"

type Rule = readonly [provider: Provider, host: RegExp, path: string]

const rules: ReadonlyArray<Rule> = [
  ["slack", /^hooks\.slack\.com$/u, "/services/"],
  ["discord", /^(?:discord|discordapp)\.com$/u, "/api/webhooks/"],
  ["msteams", /^[^.].*\.(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/u, "/"]
]

export const of = (url: URL): Provider => {
  if (url.protocol !== "https:" || url.port !== "") return "generic"
  const rule = rules.find(([, host, path]) => host.test(url.hostname) && url.pathname.startsWith(path))
  return rule?.[0] ?? "generic"
}

/** Hosts of chat tools with URLs that aren't webhooks, and a hint at the correct prefix. Slack's workflows accept any JSON. */
const rejectedUrls: ReadonlyArray<readonly [host: RegExp, taken: RegExp, begins: string]> = [
  [
    /^hooks\.slack\.com$/u,
    /^\/(?:services|workflows|triggers)\/./u,
    "A Slack URL begins with https://hooks.slack.com/services/"
  ],
  [
    /^(?:discord|discordapp)\.com$/u,
    /^\/api\/(?:v\d+\/)?webhooks\/./u,
    "A Discord URL begins with https://discord.com/api/webhooks/"
  ]
]

/** The reason why a URL can't be a webhook's: it belongs to a chat tool but doesn't accept webhooks. */
export const flaw = (url: URL): string | undefined =>
  rejectedUrls.find(([host, taken]) => host.test(url.hostname) && !taken.test(url.pathname))?.[2]
