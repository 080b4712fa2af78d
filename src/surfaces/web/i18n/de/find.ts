import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { plural } = locale

export const find = {
  find: "Suchen",
  title: "Suche",
  label: "Deals, Leads, Kontakte und Einstellungen suchen",
  placeholder: "Deals, Leads, Kontakte, Einstellungen",
  deals: "Deals",
  leads: "Leads",
  contacts: "Kontakte",
  boards: "Boards",
  pages: "Gehe zu",
  nothing: (q: Part) =>
    html`Keine Treffer für „${q}“. Suchen Sie mit weniger Wörtern oder dem Anfang eines Wortes.`,
  unread: "Suchen Sie nach höchstens 10 Wörtern mit zusammen 120 Zeichen.",
  more: "Es gibt weitere Treffer. Fügen Sie ein Wort hinzu, um die Suche einzugrenzen.",
  count: (count: number) => plural(count, { one: "Treffer", other: "Treffer" }),
  people: "Personen",
  theirDeals: "offene Deals dieser Person",
  ofDeals: (count: number) => plural(count, { one: "Deal", other: "Deals" }),
  ofLeads: (count: number) => plural(count, { one: "Lead", other: "Leads" }),
  newDeal: "Neuer Deal",
  help: html`<kbd>↑</kbd> <kbd>↓</kbd> wählt aus, <kbd>Enter</kbd> öffnet, <kbd>Esc</kbd> schließt`,
  also: {
    Workspace: "Name Tarif Grenzen",
    Templates: "E-Mail Text Mail Platzhalter",
    "API keys": "Token Geheimnis MCP Agent verbinden curl",
    "Connected apps": "OAuth Claude ChatGPT Zugriff",
    Usage: "Grenzen Limit Anfragen",
    Members: "Personen Team einladen Einladung Benutzer Rollen",
    Boards: "Phasen Stufen Pipeline Ziele Währung",
    Import: "CSV Excel Datei hochladen",
    Intake: "Kontaktformular E-Mail Leads Website",
    Webhooks: "Ereignisse Zustellungen Slack",
    "Audit log": "Verlauf Änderungen rückgängig wer",
    Rehearsals: "Kopie ausprobieren Test"
  }
}
