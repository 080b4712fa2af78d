/** Email templates for agents. REST uses deal_id here, as the API's specification does. Tools use dealId, like every other tool. */
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { DealId, LeadId, TemplateId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import * as Template from "../../../schema/Template.ts"
import * as Operation from "../../contract/Operation.ts"

/** With a lead, a scope for leads is required too. Strict clients send null or "" for no lead. */
const namesLead = ({ leadId }: Readonly<Record<string, unknown>>) =>
  leadId !== undefined && leadId !== null && leadId !== ""

export const brief = Operation.make("templates.brief", {
  title: "List email templates",
  description:
    "Lists email templates, most used first: id, name, subject, merge tokens. Leaves out the text, which render_template fills.",
  tool: "list_templates",
  scope: "deals:read",
  kind: "read",
  input: {},
  success: Page.whole(Template.TemplateRow),
  faults: []
})

const recipient = {
  id: TemplateId,
  dealId: Field.of("Deal", "Id of the deal.", Field.optional(DealId)),
  leadId: Field.of("Lead", "Id of the lead.", Field.optional(LeadId))
}

export const fill = Operation.make("templates.fill", {
  title: "Fill an email template",
  description:
    "Fills a template for a deal's contact or a lead, from the caller. Returns recipient, subject, text, and unfilled: tokens with no known value. Sends nothing.",
  tool: "render_template",
  words: { id: "Id or name.", dealId: "Id or name; or send leadId.", leadId: "Id or name." },
  toolNote: "Once you sent it, call log_template_use.",
  scope: "deals:read",
  also: [{ scope: "leads:read", where: "with `leadId`", asks: namesLead }],
  kind: "read",
  input: recipient,
  success: Template.RenderedTemplate,
  faults: [NotFound, Invalid]
})

export const log = Operation.make("templates.log", {
  title: "Record a sent email",
  description:
    "Records that you sent an email from a template, again with each call: in the deal's activity; a new lead becomes contacted. Sends nothing.",
  tool: "log_template_use",
  changes: { dealId: "deals.get", leadId: "leads.get" },
  words: { id: "Id or name.", dealId: "Id or name.", leadId: "Id or name." },
  toolNote: "For any other email use add_note.",
  scope: "deals:write",
  also: [{ scope: "leads:write", where: "with `leadId`", asks: namesLead }],
  kind: "write",
  input: recipient,
  success: Template.Used,
  faults: [NotFound, Invalid]
})

export const operations = [brief, fill, log] as const
