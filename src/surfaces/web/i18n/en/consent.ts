import { html, type Part } from "../../Html.ts"

export const consent = {
  scopes: {
    deals: {
      read: "See deals with their notes and activity, boards, email templates, and webhooks with what they sent",
      write:
        "Create, import, change, move, delete and restore deals, notes and email templates; if you are an admin, boards and webhooks too"
    },
    leads: {
      read: "See leads, and what was found out about them",
      write: "Create, import, triage, enrich, promote and delete leads"
    },
    pipeline: {
      read: "See reports and pipeline totals; if you are an admin, also the rules of keys and apps, and the audit log, which shows what changed in deals or leads only to apps that may see them"
    }
  },
  places: { program: "a program on this computer", website: "a website", app: "an app on this device" },
  identifiedBy: "Identified by",
  identity: "Identity",
  unchecked: "The app chose this name. It isn’t verified.",
  inWorkspace: "In the workspace",
  youAre: { admin: "you are admin", member: "you are member", viewer: "you are viewer" },
  nowhere: "You don’t belong to a workspace. Ask an admin to invite you, then connect the app again.",
  allow: "Allow",
  deny: "Deny",
  connect: (name: Part) => html`Connect ${name}`,
  connectQuestion: (name: Part) => html`Connect ${name}?`,
  sendsTo: "Sends you to",
  signedInAs: "Signed in as",
  anotherAccount: "use another account",
  reading: "Reading",
  changing: "Changing",
  hint: "An app that may read anything also sees who belongs to the workspace: names, addresses, roles. The app can never do more than your role allows, over the API or as an agent's tools. You can disconnect it at any time; changing your password disconnects it too.",
  invalidClient: "Unknown app. Remove it from your client and connect it again.",
  invalidRedirect: "The app asked for a redirect to an address that it hasn’t registered.",
  loginRequired: "Nobody is signed in.",
  consentRequired: "This access hasn’t been granted.",
  interactionRequired: "This app hasn’t been given access yet.",
  serverError: "Something failed on our side. Try again.",
  notValid: "The app’s request is invalid.",
  notFetched: (host: Part) =>
    html`The app’s description could not be fetched from ${host}. Try again. If it fails again, ask the
    operator of this service whether it can reach ${host}, or to set OAUTH_CLIENT_DOCUMENTS=false, so that the
    app registers instead.`,
  nobodyYet: "Nobody here has given this app access yet.",
  continueTo: (host: Part) => html`Continue to ${host}`,
  expired: "This request has expired or was started in another browser. Connect the app again.",
  chooseWorkspace: "Choose a workspace for the app.",
  chooseOne: "Choose at least one permission, or deny access."
}
