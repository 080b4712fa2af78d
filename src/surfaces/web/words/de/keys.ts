import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const keys = {
  nameHint: "Wofür er ist, damit Sie ihn wiedererkennen: „CRM-Import“, „Claude“.",
  never: "Nie, oder am Tag unten",
  in30: "In 30 Tagen",
  in90: "In 90 Tagen",
  in365: "In 365 Tagen",
  expiresOnOptional: "Läuft ab am (freiwillig)",
  expiresOn: "Läuft ab am",
  asDayBegins: "Mit dem Beginn dieses Tages, in UTC.",
  onlyFromOptional: "Gilt nur von (freiwillig)",
  onlyFrom: "Gilt nur von",
  networks: "Adressen oder Netze: 203.0.113.7, 203.0.113.0/24, 2001:db8::/48.",
  expired: "abgelaufen",
  expiresIn: (days: number) =>
    days === 0
      ? "läuft binnen eines Tages ab"
      : days === 1
        ? "läuft in einem Tag ab"
        : `läuft in ${number(days)} Tagen ab`,
  neverUsed: "nie verwendet",
  lastUsed: (at: Part) => html`zuletzt verwendet ${at}`,
  from: (address: Part) => html` von ${address}`,
  by: (agent: Part) => html` durch ${agent}`,
  didEnd: (at: Part) => html`Abgelaufen ${at}`,
  willEnd: (at: Part) => html`Läuft ab ${at}`,
  worksFrom: (addresses: Part) => html`Gilt nur von ${addresses}`,
  lastRefused: (at: Part) => html`Zuletzt abgelehnt ${at}`,
  yours: "Ihrer",
  removed: " (entfernt: Er öffnet nichts)",
  created: (at: Part) => html`erstellt ${at}`,
  revoke: "Widerrufen",
  revokeWarning:
    "Anfragen mit diesem Schlüssel werden ab jetzt abgelehnt. Das lässt sich nicht rückgängig machen.",
  about:
    "Ein Schlüssel öffnet die REST-API und MCP für diesen Arbeitsbereich. Er darf, was die Rolle seines Erstellers jeweils erlaubt.",
  newKey: "Neuer Schlüssel",
  create: "Schlüssel erstellen",
  none: "Es gibt noch keine Schlüssel.",
  freePlan: "Der kostenlose Tarif umfasst 2 Schlüssel.",
  newTitle: "Neuer API-Schlüssel",
  ready: (name: Part) => html`Der Schlüssel ${name} ist bereit`,
  copyNow: "Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal gezeigt und nur als Prüfsumme gespeichert.",
  apiKey: "API-Schlüssel",
  firstRequest: "Eine erste Anfrage",
  mcpEntry: "Eintrag für einen MCP-Client",
  back: "Zurück zu den Schlüsseln",
  isRevoked: "Der Schlüssel ist widerrufen.",
  at: (host: Part) => html`auf ${host}`,
  yourApp: "Ihre",
  connected: (at: Part) => html`verbunden ${at}`,
  reading: "Lesen",
  changing: "Ändern",
  disconnect: "Trennen",
  disconnectWarning:
    "Die nächste Anfrage der App wird abgelehnt. Sie kann darum bitten, wieder verbunden zu werden.",
  aboutApps:
    "Apps, denen Personen dieses Arbeitsbereichs Zugang gegeben haben. Jede darf, was hier steht, und nie mehr, als die Rolle der Person erlaubt, die sie verbunden hat.",
  noApp: "Noch ist keine App verbunden.",
  connectApp: "App verbinden",
  giveAddress:
    "Geben Sie diese Adresse einem MCP-Client wie Claude: Er führt Sie hierher, damit Sie ihm Zugang geben.",
  isDisconnected: "Die App ist getrennt."
}
