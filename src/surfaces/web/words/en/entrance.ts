import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const entrance = {
  alreadySetUp: "This service is already set up. Sign in instead.",
  setupCode: "Setup code",
  setupHint: "Part of the link the service printed when it started.",
  workspace: "Workspace",
  workspaceHint: "Your company or team, for example.",
  yourEmail: "Your email",
  setUp: "Set up",
  setUpTitle: "Set up your sales pipeline",
  setUpAbout: "Creates your workspace, with you as its admin, a first board and a first API key.",
  makeWorkspace: "Create workspace",
  wrongSetup: "This isn't the setup code the service printed. Open the link it printed when it started.",
  nameWorkspace: "Give the workspace a name.",
  enterEmail: "Enter your email address.",
  ready: "Ready",
  isReady: (name: Part) => html`The workspace ${name} is ready, and you are signed in.`,
  firstKey: "Your first API key",
  copyIt: "Copy it now: it is shown only once.",
  tryIt: "Try it:",
  continue: "Continue",
  forgottenLink: "No password yet, or forgotten?",
  forgottenAsk: "No password yet, or forgotten? Ask an admin of your workspace for a link.",
  noMail: "This service sends no mail. Ask an admin of your workspace for a link to a new password.",
  forgot: "Forgot your password?",
  forgotAbout: "You get a link by email, where you choose a new one.",
  sendLink: "Send link",
  backToSignIn: "Back to sign-in",
  mailbox: "Check your inbox",
  mailboxAbout: "If the address has an account here, a link is on its way to it. It is good for an hour.",
  noMailYet: (path: Part) =>
    html`Nothing within a few minutes? Look among the junk mail, check the address and
      <a href="${path}">ask again</a> (three times an hour at most), or ask an admin of your workspace.`,
  wholeAddress: "Type the whole address, such as you@company.com.",
  goneInvitation:
    "This invitation was used, withdrawn or has expired. Ask an admin of the workspace for a new one.",
  forAnother: "This invitation is for another person. Sign in as them, and open its link again.",
  joinQuestion: (name: Part) => html`Join ${name}?`,
  invitedAs: (role: Part) =>
    html`You were invited as <strong>${role}</strong>. Its other members will see your name and email address.`,
  joinTitle: (name: Part) => html`Join ${name}`,
  join: "Join",
  signInToJoin: "Sign in to join",
  choosePassword: (email: Part) => html`Choose a password for ${email} in this workspace.`,
  joinAndSignIn: "Join and sign in",
  haveAccount: (email: Part, path: Part) =>
    html`Do you already sign in to this service with ${email}? <a href="${path}">Sign in first</a> to join
      with that account.`,
  forAnotherTitle: "For another person",
  isForAnother: "This invitation is for another person",
  itIsFor: (email: Part, own: Part) => html`It is for ${email}, and you are signed in as ${own}.`,
  anotherAccount: "Use another account",
  joined: (name: Part) => html`You joined ${name}.`,
  joinedIn: (name: Part) => html`You joined ${name}, and are signed in.`,
  newPassword: "New password",
  passwordHint: (least: number) =>
    `At least ${number(least)} characters. A few words in a row are easy to remember.`,
  onceMore: "Repeat the new password",
  differ: "The two passwords differ. Type the same password twice.",
  goneLink: "This link was already used or has expired. Ask an admin of your workspace for a new one.",
  chooseNew: "Choose a new password",
  choose: "Choose a password",
  forWhom: (email: Part) => html`For ${email}`,
  saveAndSignIn: "Save and sign in",
  isSet: "Your password is set, and you are signed in.",
  passwordsOff: (name: Part) =>
    html`Passwords are switched off here. Sign in with ${name}, from the sign-in page.`,
  noProvider: "Signing in by another provider is not set up here. Sign in with your password.",
  backToThe: "Back to the sign-in",
  otherWays: "Other ways to sign in",
  away: (name: Part) =>
    html`Signing in with ${name} does not work right now, because it can’t be reached. Try again in a minute.`,
  havePassword: "If you have a password here, you can sign in with that.",
  outdated:
    "This sign-in began in another browser, was used already, or took too long. Start it again from here.",
  unproven: (name: Part) =>
    html`${name} did not confirm who you are, so you are not signed in. Start again; if it happens again, tell
    who runs this service.`,
  unverified: (name: Part) =>
    html`${name} does not say that your email address is yours. Ask who runs ${name} to verify it, then sign
    in again.`,
  foreign: (name: Part) => html`Your email address is of a domain that may not sign in with ${name} here.`,
  unmapped: (name: Part) =>
    html`You are signed in at ${name}, but have no access here: none of your groups has a role, and no
    workspace has you as a member. Ask an admin of your workspace.`,
  taken: (name: Part) =>
    html`The account of your email address here belongs to someone else at ${name}, perhaps who had the
    address before you. Ask who runs this service to unlink it.`,
  nowhere: "The workspace of your domain does not exist. Tell who runs this service to check OIDC_DOMAINS.",
  signingOut: "Signing out",
  signedOutHere: "You are signed out here",
  nowOut: (name: Part) => html`Now you are signed out of ${name} too.`
}
