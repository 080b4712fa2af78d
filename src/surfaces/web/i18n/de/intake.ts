import { html, type Part } from "../../Html.ts"

export const intake = {
  ownerHint: "Für Deals aus Leads dieses Formulars.",
  thisOne: { form: "diese Kontaktseite", email: "diese Adresse" },
  openOne: "Einrichten",
  adminsOpen: "Ein Admin kann sie einrichten.",
  replace: "Ersetzen",
  replaceWarning:
    "Die alte Adresse gilt sofort nicht mehr. Tragen Sie die neue überall ein, wo Sie die alte verwenden.",
  close: "Schließen",
  closeWarning: "Die Adresse gilt sofort und endgültig nicht mehr. Sie können später eine neue einrichten.",
  nobody: "Wer den Lead umwandelt",
  defaultOwner: (name: Part) => html`Standardmäßig zuständig: ${name}. Für Deals aus Leads dieses Formulars.`,
  saveOwner: "Zuständigkeit speichern",
  pageAndForms: "Kontaktseite und Formulare",
  noPage: "Dieses Board hat keine Kontaktseite.",
  openSince: (at: Part) => html`Offen seit ${at}.`,
  address: "Adresse",
  linkTo: "Eine Seite, die Sie verlinken können. Sie funktioniert ohne JavaScript.",
  openPage: "Seite öffnen",
  newTab: " (neuer Tab)",
  forWebsite: "Ein Formular für Ihre Website",
  paste: "Fügen Sie den Code auf Ihrer Website ein und gestalten Sie ihn nach Belieben.",
  fromScript: "Aus einem Skript",
  anyOrigin: "Jede Website kann senden. Die Felder stehen in der API-Referenz.",
  noSmtp: html`Dieser Dienst empfängt keine E-Mails über SMTP. Der Betreiber kann das mit
    <code>SMTP_PORT</code> einschalten.`,
  emailAddress: "E-Mail-Adresse",
  forward:
    "Leiten Sie E-Mails an diese Adresse weiter, oder veröffentlichen Sie sie. Die E-Mails ihrer Domain müssen diesen Dienst erreichen.",
  email: "E-Mail",
  noEmail: "Dieses Board empfängt keine E-Mails.",
  noBulk: "Aus automatischen Antworten und Massenmails werden keine Leads.",
  httpAddress: "HTTP-Adresse",
  oneRaw: "Nimmt je Anfrage eine Nachricht im Format RFC 5322 an, bis 10 MiB.",
  aliases: "In /etc/aliases Ihres Mailservers",
  fromFile: "Eine Nachricht aus einer Datei",
  leadsFor: (board: Part) => html`Leads für ${board}`,
  about:
    "Leads kommen über diese Adressen und die API. Wer eine der Adressen kennt, kann Leads an das Board senden.",
  title: "Eingang",
  choose: "Jedes Board hat eigene Adressen für Leads. Wählen Sie ein Board.",
  isOpen: "Eingerichtet.",
  isReplaced: "Ersetzt.",
  isClosed: "Geschlossen.",
  ownerSaved: "Zuständigkeit gespeichert."
}
