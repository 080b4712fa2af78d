/** The kinds of records that a "not found" error can name. */
const resources = [
  "deal",
  "lead",
  "board",
  "note",
  "webhook",
  "delivery",
  "template",
  "file",
  "form",
  "key",
  "app",
  "member",
  "invitation",
  "approval",
  "credential",
  "rehearsal",
  "view"
] as const

export type Resource = (typeof resources)[number]

/** The tool and the route that list a kind, named in error messages. */
const lists: { readonly [kind in Resource]?: string } = {
  deal: "search_deals, GET /v1/deals",
  lead: "search_leads, GET /v1/leads",
  board: "get_pipeline_summary, GET /v1/boards",
  note: "get_deal, GET /v1/deals/{id}/notes",
  webhook: "list_webhooks, GET /v1/webhooks",
  template: "list_templates, GET /v1/templates",
  member: "list_members, GET /v1/members"
}

export const notFound = (kind: Resource, id: string): string => {
  const list = lists[kind]
  return `There is no ${kind} ${id} in this workspace. Check the id${list === undefined ? "" : `, or find it in the list (${list})`}.`
}

export const isResource = (name: unknown): name is Resource => resources.some((known) => known === name)
