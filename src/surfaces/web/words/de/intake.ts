import { html, type Part } from "../../Html.ts"

export const intake = {
  ownerHint: "Für die Deals, die aus Leads dieses Formulars werden.",
  thisOne: { form: "diese Kontaktseite", email: "diese Adresse" },
  openOne: "Eine öffnen",
  adminsOpen: "Admins können eine öffnen.",
  replace: "Ersetzen",
  replaceWarning:
    "Sie bekommen eine neue. Die alte gilt sofort nicht mehr: Ändern Sie sie überall, wo Sie sie angegeben haben.",
  close: "Schließen",
  closeWarning: "Sie gilt sofort und für immer nicht mehr. Später können Sie eine neue öffnen.",
  nobody: "Wer den Lead umwandelt",
  defaultOwner: (name: Part) =>
    html`Standardmäßig zuständig: ${name}. Für die Deals, die aus Leads dieses Formulars werden.`,
  saveOwner: "Zuständigkeit speichern",
  pageAndForms: "Kontaktseite und Formulare",
  noPage: "Dieses Board hat keine Kontaktseite.",
  openSince: (at: Part) => html`Offen seit ${at}.`,
  address: "Adresse",
  linkTo: "Eine Seite, auf die Sie verlinken können. Sie funktioniert ohne Skripte.",
  openPage: "Seite öffnen",
  newTab: " (neuer Tab)",
  forWebsite: "Ein Formular für Ihre Website",
  paste: "Fügen Sie es ein, wo das Formular stehen soll, und gestalten Sie es nach Belieben.",
  fromScript: "Aus einem Skript",
  anyOrigin: "Jede Website darf senden. Die API-Referenz nennt die Felder.",
  noSmtp: html`Dieser Dienst nimmt keine Mail über SMTP an. Wer ihn betreibt, schaltet das mit
    <code>SMTP_PORT</code> ein.`,
  emailAddress: "E-Mail-Adresse",
  forward:
    "Leiten Sie an sie weiter, oder geben Sie sie bekannt. Die Mail ihrer Domain muss bei diesem Dienst ankommen.",
  email: "E-Mail",
  noEmail: "Dieses Board nimmt keine E-Mails an.",
  noBulk: "Aus automatischen Antworten und Massenmails werden keine Leads.",
  httpAddress: "HTTP-Adresse",
  oneRaw: "Nimmt je eine rohe Nachricht an (RFC 5322), bis 10 MiB.",
  aliases: "In /etc/aliases Ihres Mailservers",
  fromFile: "Eine Nachricht aus einer Datei",
  leadsFor: (board: Part) => html`Leads für ${board}`,
  about:
    "Neben der API kommen Leads hier herein. Wer eine dieser Adressen kennt, kann Leads an das Board senden.",
  title: "Eingang",
  choose: "Jedes Board hat eigene Eingänge für Leads. Wählen Sie eines.",
  isOpen: "Sie ist offen.",
  isReplaced: "Sie ist ersetzt.",
  isClosed: "Sie ist geschlossen.",
  ownerSaved: "Die Zuständigkeit ist gespeichert."
}
