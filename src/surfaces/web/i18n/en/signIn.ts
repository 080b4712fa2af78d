import { html, type Part } from "../../Html.ts"

export const signIn = {
  email: "Email",
  password: "Password",
  with: (name: Part) => html`Sign in with ${name}`,
  orPassword: "Or with your password:",
  title: "Sign in",
  wrong: "Wrong email or password. Check both, or ask an admin for a link to set a new password.",
  several: "You have several accounts with this password. Choose a workspace, and enter the password again.",
  noWorkspace: "No workspace",
  signedOut: "You are signed out."
}
