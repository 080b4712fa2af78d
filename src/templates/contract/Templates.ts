import { Deleted } from "../../../schema/Deal.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { DealId, LeadId, TemplateId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import * as Template from "../../../schema/Template.ts"
import * as Operation from "../../contract/Operation.ts"

/** With a lead, a scope for leads is required too. */
const namesLead = ({ lead_id: id }: Readonly<Record<string, unknown>>) => id !== undefined && id !== null

const tokens = Template.Token.literals.map((token) => `{{${token}}}`).join(", ")

export const list = Operation.make("templates.list", {
  title: "List email templates",
  description: `Lists the email templates of the workspace, most used first. Bodies may contain the merge tokens ${tokens}, which the sender's client fills, or GET /v1/templates/{id}/render.`,
  http: { method: "GET", path: "/templates" },
  scope: "deals:read",
  kind: "read",
  input: {
    limit: Field.of("Limit", "Items at most; all if left out.", Field.optional(Page.Limit))
  },
  success: Template.TemplateList,
  faults: []
})

export const create = Operation.make("templates.create", {
  title: "Create an email template",
  description: `Creates an email template. Subject and body may contain the merge tokens ${tokens}.`,
  tool: "create_template",
  http: { method: "POST", path: "/templates", status: 201 },
  scope: "deals:write",
  kind: "write",
  input: { ...Template.content, ...Template.look },
  example: {
    name: "Introduction",
    subject: "Your message to us",
    body: "Hi,\n\nthank you for reaching out.",
    icon: "👋",
    color: "#4f46e5"
  },
  success: Template.Template,
  faults: [Forbidden]
})

export const get = Operation.make("templates.get", {
  title: "Get an email template",
  description: "Returns one email template.",
  tool: "get_template",
  words: { id: "Id or name." },
  toolNote: "To fill it use render_template.",
  http: { method: "GET", path: "/templates/:id" },
  scope: "deals:read",
  kind: "read",
  input: { id: TemplateId },
  success: Template.Template,
  faults: [NotFound]
})

export const update = Operation.make("templates.update", {
  title: "Update an email template",
  description: "Changes fields of an email template; only sent fields change.",
  tool: "update_template",
  words: { id: "Id or name." },
  http: { method: "PATCH", path: "/templates/:id" },
  scope: "deals:write",
  kind: "write",
  input: {
    id: TemplateId,
    name: Field.optional(Template.content.name),
    subject: Field.optional(Template.content.subject),
    body: Field.optional(Template.content.body),
    ...Template.look
  },
  example: { subject: "A word about your message" },
  success: Template.Template,
  faults: [NotFound]
})

export const remove = Operation.make("templates.delete", {
  title: "Delete an email template",
  description: "Deletes an email template for good; the records of its use stay.",
  tool: "delete_template",
  words: { id: "Id or name." },
  http: { method: "DELETE", path: "/templates/:id" },
  scope: "deals:write",
  kind: "delete",
  input: { id: TemplateId },
  success: Deleted,
  faults: [NotFound]
})

export const use = Operation.make("templates.use", {
  title: "Record the use of an email template",
  description:
    "Counts one use of a template and records it. With deal_id, the deal's activity gets an email_sent entry; with lead_id, a new lead becomes contacted.",
  http: { method: "POST", path: "/templates/:id/use", bodyOptional: true },
  scope: "deals:write",
  also: [{ scope: "leads:write", where: "with `lead_id`", asks: namesLead }],
  kind: "write",
  input: {
    id: TemplateId,
    deal_id: Field.of(
      "Deal",
      "Id of the deal it was sent for; null for none.",
      Field.optional(Field.nullable(DealId))
    ),
    lead_id: Field.of(
      "Lead",
      "Id of the lead it was sent to; null for none.",
      Field.optional(Field.nullable(LeadId))
    )
  },
  example: { deal_id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", lead_id: null },
  success: Template.Used,
  faults: [NotFound, Invalid]
})

export const render = Operation.make("templates.render", {
  title: "Fill an email template",
  description:
    "Fills a template's merge tokens from a deal or a lead, and the sender's from the caller; to is the recipient's address. Tokens without a known value stay as they are and are listed in unfilled.",
  http: { method: "GET", path: "/templates/:id/render" },
  scope: "deals:read",
  also: [{ scope: "leads:read", where: "with `lead_id`", asks: namesLead }],
  kind: "read",
  input: {
    id: TemplateId,
    deal_id: Field.of("Deal", "Id of a deal to fill it from.", Field.optional(DealId)),
    lead_id: Field.of("Lead", "Id of a lead to fill it from.", Field.optional(LeadId))
  },
  success: Template.RenderedTemplate,
  faults: [NotFound, Invalid]
})

export const operations = [list, create, get, update, remove, use, render] as const
