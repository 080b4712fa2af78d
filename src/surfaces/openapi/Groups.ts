/** A description of each group of operations; each group is a tag of the document. */
export const groups: Readonly<Record<string, string>> = {
  me: "Whom a credential speaks for, and what it may do.",
  deals: "Opportunities: each stands in a stage of a board, with an owner, an amount and a contact.",
  notes: "What people wrote about a deal, and the feed of all that happened to it.",
  leads: "Raw inbound interest: submitted, qualified, triaged, and promoted to a deal.",
  imports:
    "Deals and leads of another system, a batch of rows at a time; each finds its own again by externalId.",
  boards: "Pipelines: their stages in order, their goals, and their deals by stage.",
  reports: "Sums, weighted pipeline, this month against its goals, and what has gone quiet.",
  templates: "Email templates with merge tokens, and what has been sent of them.",
  match: "The deals and leads behind an email address, and those that may be the same.",
  webhooks: "Subscriptions to events, signed and retried, with their delivery log.",
  events: "Every change, as a feed to follow: for integrators without a public address.",
  members: "The people of the workspace: whom a deal may belong to.",
  rules: "What a credential may do by itself, what it has to ask for, and what it may not do: for admins.",
  approvals: "Writes that were asked for: whether they were approved, and what came of them.",
  audit: "Who wrote what, and what was refused: for admins.",
  undo: "Takes back what was done, where nobody has changed it since.",
  embed: "Short-lived tokens that open the email client's side panel."
}
