/** The addresses of all pages, with the ids of what a test has made. */
import * as Pages from "../../../src/surfaces/Pages.ts"

/** What the places in a page's path are of: `/leads/:id` is a lead. */
const resources: Readonly<Record<string, string>> = {
  boards: "board",
  intake: "board",
  deals: "deal",
  leads: "lead",
  members: "user",
  templates: "template",
  webhooks: "webhook",
  deliveries: "delivery",
  approvals: "approval",
  rehearsals: "rehearsal"
}

const fill = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replaceAll(/\/(\w+)\/:\w+/gu, (_, name: string) => `/${name}/${ids[resources[name]!] ?? "x"}`)

/** Every address that a browser opens, not those of files and images. Some lead elsewhere, or to nothing that was made. */
export const all = (ids: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Pages.routes
    .filter(({ method, path }) => method === "GET" && !path.startsWith("/assets/") && !path.includes(":kind"))
    .map(({ path }) => fill(path, ids))
