import { html, type Part } from "../../Html.ts"

export const members = {
  admin: "Admin: everything, settings too",
  member: "Member: deals and leads",
  viewer: "Viewer: looks, changes nothing",
  role: "Role",
  changeRole: "Change role",
  lost: "Lost password",
  aboutLink: (email: Part) =>
    html`Creates a link to choose a new password; anyone who opens it can sign in as ${email}. Only for people
    who belong to no other workspace, so that no admin can take over an account used elsewhere.`,
  makeLink: "Create link",
  removeTitle: "Remove from the workspace",
  remove: "Remove",
  removeWarning:
    "Their keys, apps and sessions are refused from the next request on. Their deals and notes stay.",
  all: "All members",
  joined: (at: Part) => html`joined ${at}`,
  instructPassword: "They open it, choose a password, and are signed in.",
  instructJoin: "They open it, and join with a password for this workspace or with the account they have.",
  mailed: (email: Part) => html`A mail with a link is on its way to ${email}. Nobody else gets the link.`,
  handed: (email: Part) =>
    html`Copy the link now and hand it to ${email} yourself: it is shown only once, and no email is sent.`,
  linkFor: (email: Part) => html`Link for ${email}`,
  goodUntil: (at: Part) => html`It is good once, until ${at}.`,
  back: "Back to the members",
  roleChanged: "Role changed.",
  linkTitle: "Link to choose a new password",
  removed: "Member removed.",
  you: "you",
  change: "Change",
  invited: "Invited",
  acceptUntil: (at: Part) => html`Can accept until ${at}`,
  withdraw: "Withdraw",
  invitationOf: (email: Part) => html`the invitation of ${email}`,
  withdrawWarning: "The link they were given stops working.",
  nameOptional: "Name (optional)",
  revive: "If they were a member before, let their old API keys work again",
  invite: "Invite someone",
  byEmail: "They get a link by email.",
  byHand: "You get a link to pass on yourself: no email is sent.",
  makeInvitation: "Create invitation",
  adminsDo: "Admins invite people and change roles.",
  invitation: "Invitation",
  withdrawn: "Invitation withdrawn."
}
