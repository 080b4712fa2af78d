/** Settings of the identity provider that people sign in with; docs/operations/sign-in.md explains its setup. */
import * as Setting from "./Setting.ts"

export const signIn = {
  oidcIssuer: Setting.optionalText("OIDC_ISSUER", {
    unset: "(off)",
    about:
      "an OpenID Connect provider that people sign in by, as it names itself; see [signing in](operations/sign-in.md)"
  }),
  oidcClientId: Setting.optionalText("OIDC_CLIENT_ID", { about: "this service's id at the provider" }),
  oidcClientSecret: Setting.secret("OIDC_CLIENT_SECRET", {
    about: "its secret; left out for a public client",
    refusesEmpty: true
  }),
  oidcScopes: Setting.text("OIDC_SCOPES", {
    default: "openid email profile",
    about: "what the provider is asked for, separated by spaces"
  }),
  oidcName: Setting.text("OIDC_NAME", {
    default: "your company account",
    about: "what the button calls the provider: Sign in with …"
  }),
  oidcDomains: Setting.list("OIDC_DOMAINS", {
    about:
      "the domains of email addresses that the provider vouches for, each with the id of its people's workspace: `acme.example=<workspace id>,acme.fr`"
  }),
  oidcWorkspace: Setting.optionalText("OIDC_WORKSPACE", {
    about: "the id of the workspace of the domains that name none"
  }),
  oidcRoles: Setting.list("OIDC_ROLES", {
    about:
      "roles by group, the highest of which counts; `*` is everyone: `sales-admins=admin,sales=member,*=viewer`. Left out, nobody becomes a member by signing in"
  }),
  oidcGroupsClaim: Setting.text("OIDC_GROUPS_CLAIM", {
    default: "groups",
    about: "the claim that holds a person's groups"
  }),
  oidcOnly: Setting.flag("OIDC_ONLY", {
    default: false,
    about: "switches passwords off: people sign in by the provider alone"
  })
}
