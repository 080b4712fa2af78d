import { locale } from "./locale.ts"

const { plural } = locale

export const start = {
  title: "Erste Schritte",
  about:
    "Dieses Board ist Ihre Pipeline: Jeder Deal ist eine Karte, die sich von links nach rechts bewegt, bis er gewonnen oder verloren ist. Berichte, Agenten und Integrationen verwenden dieselben Daten.",
  deal: "Ein erster Deal",
  aboutDeal: "Für den Anfang genügt ein Name.",
  makeDeal: "Deal anlegen",
  file: "Vorhandene Daten",
  aboutFile: "Deals oder Leads aus einer CSV- oder Excel-Datei oder dem Export eines anderen CRM.",
  import: "Datei importieren",
  agent: "KI-Agent",
  aboutAgent: "Erstellt einen API-Schlüssel und die Konfiguration für Claude oder einen anderen MCP-Client.",
  connect: "Agent verbinden",
  example: "Beispieldaten",
  aboutExample: "Zehn Beispiel-Deals. Ein Klick entfernt sie wieder.",
  load: "Beispiele laden",
  loaded: (count: number) =>
    `${plural(count, { one: "Beispiel-Deal ist", other: "Beispiel-Deals sind" })} auf dem Board.`,
  removed: (count: number) => `${plural(count, { one: "Beispiel-Deal", other: "Beispiel-Deals" })} entfernt.`,
  isExample: "Deals mit dem Label „Example“ sind Beispiele.",
  remove: "Beispiele entfernen"
}
