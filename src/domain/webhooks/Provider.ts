/** Which chat tool, if any, a webhook URL belongs to. The https host and path must match exactly, so look-alikes do not. */
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
