import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const signInSetup = {
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
  forgotAbout: "We’ll email you a link to choose a new one.",
  sendLink: "Send link",
  backToSignIn: "Back to sign-in",
  mailbox: "Check your inbox",
  mailboxAbout:
    "If there is an account for this address, we sent a link to it. The link is valid for an hour.",
  noMailYet: (path: Part) =>
    html`No email after a few minutes? Check your spam folder and the address, and
      <a href="${path}">request another link</a> (up to three an hour), or ask an admin of your workspace.`,
  wholeAddress: "Enter a full email address, such as you@company.com.",
  goneInvitation:
    "This invitation was already used or withdrawn, or has expired. Ask an admin for a new one.",
  forAnother: "This invitation is for another person. Sign in as them, and open its link again.",
  joinQuestion: (name: Part) => html`Join ${name}?`,
  invitedAs: (role: Part) =>
    html`You were invited as <strong>${role}</strong>. Other members will see your name and email address.`,
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
    `At least ${number(least)} characters. Several words in a row are easy to remember.`,
  onceMore: "Repeat the new password",
  differ: "The passwords don’t match. Enter the same password twice.",
  goneLink: "This link was already used or has expired. Ask an admin of your workspace for a new one.",
  chooseNew: "Choose a new password",
  choose: "Choose a password",
  forWhom: (email: Part) => html`For ${email}`,
  saveAndSignIn: "Save and sign in",
  isSet: "Your password is set, and you are signed in.",
  passwordsOff: (name: Part) => html`Passwords are turned off. Sign in with ${name} on the sign-in page.`,
  noProvider: "Single sign-on isn’t set up. Sign in with your password.",
  backToThe: "Back to sign-in",
  otherWays: "Other ways to sign in",
  away: (name: Part) => html`${name} can’t be reached at the moment. Try again in a minute.`,
  havePassword: "You can also sign in with your password, if you have one.",
  outdated: "This sign-in has expired, was already used, or was started in another browser. Sign in again.",
  unproven: (name: Part) =>
    html`${name} didn’t confirm your identity. Try again. If it happens again, contact the operator of this
    service.`,
  unverified: (name: Part) =>
    html`${name} hasn’t verified your email address. Ask the administrator of ${name} to verify it, then sign
    in again.`,
  foreign: (name: Part) => html`Email addresses of your domain can’t sign in with ${name}.`,
  unmapped: (name: Part) =>
    html`You are signed in at ${name}, but have no access: none of your groups has a role, and you aren’t a
    member of a workspace. Ask an admin of your workspace.`,
  taken: (name: Part) =>
    html`The account with your email address is linked to another person at ${name}, perhaps a previous owner
    of the address. Ask the operator of this service to unlink it.`,
  nowhere:
    "The workspace of your domain doesn’t exist. Ask the operator of this service to check OIDC_DOMAINS.",
  signingOut: "Signing out",
  signedOutHere: "You are signed out",
  nowOut: (name: Part) => html`You are signed out of ${name}, too.`
}
