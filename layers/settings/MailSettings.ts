/** Settings for email that the service sends: invitations and password links. */
import * as Setting from "./Setting.ts"

export const mail = {
  mailUrl: Setting.secret("MAIL_URL", {
    unset: "(no mail is sent)",
    pattern: {
      like: /^smtps?:\/\/([^\s/@:]*(:[^\s/@]*)?@)?[^\s/@?#]+\/?$/u,
      expected:
        "smtp://user:password@host:587 or smtps://user:password@host:465, with @, : and / in the password as %40, %3A and %2F"
    },
    about:
      "SMTP server for invitations and password links: `smtp://user:password@host:587` (STARTTLS is required unless it is on this machine) or `smtps://…:465`; see [signing in](operations/sign-in.md)"
  }),
  mailFrom: Setting.optionalText("MAIL_FROM", {
    pattern: {
      like: /^([^<>"\p{Cc}]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u,
      expected: "an email address, also as: Sales Pipeline <crm@acme.example>"
    },
    about: "sender of these emails, such as `Sales Pipeline <crm@acme.example>`; needed with `MAIL_URL`"
  })
}
