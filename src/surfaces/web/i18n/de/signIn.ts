import { html, type Part } from "../../Html.ts"

export const signIn = {
  email: "E-Mail",
  password: "Passwort",
  with: (name: Part) => html`Mit ${name} anmelden`,
  orPassword: "Oder mit Ihrem Passwort:",
  title: "Anmelden",
  wrong:
    "E-Mail oder Passwort falsch. Prüfen Sie beides, oder bitten Sie einen Admin um einen Link für ein neues Passwort.",
  several:
    "Sie haben mehrere Konten mit diesem Passwort. Wählen Sie einen Arbeitsbereich und geben Sie das Passwort noch einmal ein.",
  noWorkspace: "Kein Arbeitsbereich",
  signedOut: "Sie sind abgemeldet."
}
