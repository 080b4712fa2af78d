/** Settings of the identity provider that people sign in with; docs/operations/sign-in.md explains its setup. */
import * as Setting from "./Setting.ts"

export const signIn = {
  oidcIssuer: Setting.optionalText("OIDC_ISSUER", {
    unset: "(off)",
    about: "issuer URL of the OpenID Connect provider for signing in; see [signing in](operations/sign-in.md)"
  }),
  oidcClientId: Setting.optionalText("OIDC_CLIENT_ID", { about: "this service's id at the provider" }),
  oidcClientSecret: Setting.secret("OIDC_CLIENT_SECRET", {
    about: "the client secret; leave it out for a public client",
    refusesEmpty: true
  }),
  oidcScopes: Setting.text("OIDC_SCOPES", {
    default: "openid email profile",
    about: "scopes to request from the provider, separated by spaces"
  }),
  oidcName: Setting.text("OIDC_NAME", {
    default: "your company account",
    about: "name of the provider on the button “Sign in with …”"
  }),
  oidcDomains: Setting.list("OIDC_DOMAINS", {
    about:
      "email domains that the provider verifies, each with the id of its workspace: `acme.example=<workspace id>,acme.fr`"
  }),
  oidcWorkspace: Setting.optionalText("OIDC_WORKSPACE", {
    about: "workspace id for domains without one"
  }),
  oidcRoles: Setting.list("OIDC_ROLES", {
    about:
      "roles by group; the highest counts; `*` is everyone: `sales-admins=admin,sales=member,*=viewer`. Without it, signing in doesn't make anyone a member"
  }),
  oidcGroupsClaim: Setting.text("OIDC_GROUPS_CLAIM", {
    default: "groups",
    about: "claim with a person's groups"
  }),
  oidcOnly: Setting.flag("OIDC_ONLY", {
    default: false,
    about: "turns passwords off: people sign in only with the provider"
  })
}
