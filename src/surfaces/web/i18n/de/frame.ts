import { html, type Part } from "../../Html.ts"

export const frame = {
  description: "Deals, Leads, Boards und Berichte eines Vertriebsteams und seiner Agenten.",
  skip: "Zum Inhalt springen",
  workspace: "Arbeitsbereich",
  switch: "Wechseln",
  waiting: "offen",
  sections: "Bereiche",
  account: "Konto",
  signOut: "Abmelden",
  rehearsal: "Probe",
  section: {
    Today: "Heute",
    Board: "Board",
    Deals: "Deals",
    Leads: "Leads",
    Reports: "Berichte",
    Forecast: "Prognose",
    Approvals: "Freigaben",
    Settings: "Einstellungen"
  },
  tab: {
    Workspace: "Arbeitsbereich",
    Templates: "Vorlagen",
    "API keys": "API-Schlüssel",
    "Connected apps": "Verbundene Apps",
    Usage: "Nutzung",
    Members: "Mitglieder",
    Boards: "Boards",
    Import: "Import",
    Intake: "Eingang",
    Webhooks: "Webhooks",
    "Audit log": "Protokoll",
    Rehearsals: "Proben"
  },
  rehearsing: (name: Part) =>
    html`<strong>${name}</strong>: eine Kopie zum Ausprobieren, die niemanden erreicht.`,
  hereItIs: (now: Part) => html`Hier ist es der ${now}.`,
  itEnds: (at: Part) => html`Sie endet am ${at}.`,
  clockAndEnd: "Uhr und Ende",
  homeless:
    "Sie gehören zu keinem Arbeitsbereich. Bitten Sie einen Admin, Sie aufzunehmen, und kommen Sie dann wieder.",
  suspended: "Gesperrt",
  isSuspended: (name: Part) => html`${name} ist gesperrt`,
  aboutSuspended:
    "Vorerst lässt sich darin nichts lesen oder ändern, verloren ist nichts. Wer diesen Dienst betreibt, kann die Sperre aufheben."
}
