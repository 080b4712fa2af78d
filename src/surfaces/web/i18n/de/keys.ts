import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const keys = {
  nameHint: "Zum Beispiel „CRM-Import“ oder „Claude“.",
  never: "Nie, oder an diesem Tag",
  in30: "In 30 Tagen",
  in90: "In 90 Tagen",
  in365: "In 365 Tagen",
  expiresOnOptional: "Läuft ab am (optional)",
  expiresOn: "Läuft ab am",
  asDayBegins: "Zu Beginn des Tages (UTC).",
  onlyFromOptional: "Nur von diesen Adressen (optional)",
  onlyFrom: "Nur von diesen Adressen",
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
  removed: " (entfernt: Schlüssel ungültig)",
  created: (at: Part) => html`erstellt ${at}`,
  revoke: "Widerrufen",
  revokeWarning:
    "Anfragen mit diesem Schlüssel werden ab jetzt abgelehnt. Das lässt sich nicht rückgängig machen.",
  about:
    "Ein Schlüssel gibt Zugriff auf die REST-API und MCP dieses Arbeitsbereichs, mit der Rolle seines Erstellers.",
  newKey: "Neuer Schlüssel",
  create: "Schlüssel erstellen",
  none: "Noch keine Schlüssel.",
  freePlan: "Der kostenlose Tarif umfasst 2 Schlüssel.",
  newTitle: "Neuer API-Schlüssel",
  ready: (name: Part) => html`Der Schlüssel ${name} ist bereit`,
  copyNow: "Kopieren Sie ihn jetzt. Er wird nur einmal angezeigt und nur als Prüfsumme gespeichert.",
  apiKey: "API-Schlüssel",
  firstRequest: "Eine erste Anfrage",
  mcpEntry: "Konfiguration für einen MCP-Client",
  back: "Zurück zu den Schlüsseln",
  isRevoked: "Schlüssel widerrufen.",
  at: (host: Part) => html`auf ${host}`,
  yourApp: "Ihre",
  connected: (at: Part) => html`verbunden ${at}`,
  reading: "Lesen",
  changing: "Ändern",
  disconnect: "Trennen",
  disconnectWarning:
    "Ab der nächsten Anfrage hat die App keinen Zugriff mehr. Sie können sie wieder verbinden.",
  aboutApps:
    "Apps mit Zugriff auf diesen Arbeitsbereich. Jede hat die genannten Berechtigungen, aber nie mehr als die Person, die sie verbunden hat.",
  noApp: "Noch keine verbundenen Apps.",
  connectApp: "App verbinden",
  giveAddress:
    "Tragen Sie diese Adresse in einem MCP-Client wie Claude ein. Er leitet Sie hierher, um den Zugriff zu erlauben.",
  isDisconnected: "App getrennt."
}
