/** A description of each group of operations; each group is a tag of the document. */
export const groups: Readonly<Record<string, string>> = {
  me: "The user, workspace and permissions of a credential.",
  deals: "Opportunities: each stands in a stage of a board, with an owner, an amount and a contact.",
  notes: "The notes of a deal, and the feed of everything that happened to it.",
  leads: "Raw inbound interest: submitted, qualified, triaged, and promoted to a deal.",
  imports: "Deals and leads of another system, a batch of rows at a time, matched by externalId.",
  boards: "Pipelines: their stages in order, their goals, and their deals by stage.",
  reports: "Sums, weighted pipeline, this month against its goals, and quiet deals.",
  templates: "Email templates with merge tokens, and what has been sent of them.",
  match: "The deals and leads behind an email address, and those that may be the same.",
  webhooks: "Subscriptions to events, signed and retried, with their delivery log.",
  events: "Every change, as a feed to follow: for integrators without a public address.",
  members: "The people of the workspace, who can own deals.",
  rules: "The rules of a credential: which writes are done, need approval or are refused. For admins.",
  approvals: "Writes that need approval: their status and result.",
  audit: "The audit log of writes and refusals, for admins.",
  undo: "Undoes writes, where nobody has changed the record since.",
  embed: "Short-lived tokens that open the email client's side panel."
}
