import { html, type Part } from "../../Html.ts"

export const members = {
  admin: "Admin: alles, auch die Einstellungen",
  member: "Mitglied: Deals und Leads",
  viewer: "Nur lesen: sieht alles, ändert nichts",
  role: "Rolle",
  changeRole: "Rolle ändern",
  lost: "Passwort vergessen",
  aboutLink: (email: Part) =>
    html`Erstellt einen Link, um ein neues Passwort zu wählen; wer ihn öffnet, kann sich als ${email}
    anmelden. Nur für Personen, die zu keinem anderen Arbeitsbereich gehören, damit kein Admin ein Konto
    übernehmen kann, das anderswo verwendet wird.`,
  makeLink: "Link erstellen",
  removeTitle: "Aus dem Arbeitsbereich entfernen",
  remove: "Entfernen",
  removeWarning:
    "Schlüssel, Apps und Sitzungen der Person werden ab der nächsten Anfrage abgelehnt. Ihre Deals und Notizen bleiben.",
  all: "Alle Mitglieder",
  joined: (at: Part) => html`dabei seit ${at}`,
  instructPassword: "Die Person öffnet ihn, wählt ein Passwort und ist angemeldet.",
  instructJoin:
    "Die Person öffnet ihn und tritt bei, mit einem Passwort für diesen Arbeitsbereich oder mit ihrem Konto.",
  mailed: (email: Part) =>
    html`Eine Mail mit einem Link ist unterwegs an ${email}. Niemand sonst bekommt den Link.`,
  handed: (email: Part) =>
    html`Kopieren Sie den Link jetzt und geben Sie ihn selbst an ${email}: Er wird nur dieses eine Mal
    gezeigt, und es wird keine E-Mail gesendet.`,
  linkFor: (email: Part) => html`Link für ${email}`,
  goodUntil: (at: Part) => html`Er gilt einmal, bis ${at}.`,
  back: "Zurück zu den Mitgliedern",
  roleChanged: "Die Rolle ist geändert.",
  linkTitle: "Link für ein neues Passwort",
  removed: "Das Mitglied ist entfernt.",
  you: "Sie",
  change: "Ändern",
  invited: "Eingeladen",
  acceptUntil: (at: Part) => html`Kann bis ${at} annehmen`,
  withdraw: "Zurückziehen",
  invitationOf: (email: Part) => html`die Einladung von ${email}`,
  withdrawWarning: "Der Link, den die Person bekommen hat, gilt dann nicht mehr.",
  nameOptional: "Name (optional)",
  revive: "Wenn die Person schon Mitglied war, alte API-Schlüssel wieder gelten lassen",
  invite: "Jemanden einladen",
  byEmail: "Die Person bekommt einen Link per E-Mail.",
  byHand: "Sie bekommen einen Link zum Weitergeben: Es wird keine E-Mail gesendet.",
  makeInvitation: "Einladung erstellen",
  adminsDo: "Admins laden Personen ein und ändern Rollen.",
  invitation: "Einladung",
  withdrawn: "Die Einladung ist zurückgezogen."
}
