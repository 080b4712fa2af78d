import { speech } from "./speech.ts"

const { plural } = speech

export const start = {
  title: "Hier geht es los",
  about:
    "Dieses Board ist Ihre Pipeline: Jeder Deal ist eine Karte und wandert von links nach rechts, bis er gewonnen oder verloren ist. Berichte, Agenten und Anbindungen arbeiten mit dem, was darauf steht.",
  deal: "Ein erster Deal",
  aboutDeal: "Ein Name genügt, der Rest kann folgen.",
  makeDeal: "Deal anlegen",
  file: "Was Sie schon haben",
  aboutFile: "Deals oder Leads aus einer CSV- oder Excel-Datei oder dem Export eines anderen CRM.",
  import: "Datei importieren",
  agent: "Ein Agent",
  aboutAgent:
    "Legt einen API-Schlüssel an und zeigt den Eintrag für Claude oder einen anderen MCP-Client zum Kopieren.",
  connect: "Agent verbinden",
  example: "Ein Beispiel",
  aboutExample: "Zehn erfundene Deals zum Ausprobieren. Ein Klick entfernt sie wieder.",
  load: "Beispiel laden",
  loaded: (count: number) =>
    `${plural(count, { one: "Beispiel-Deal ist", other: "Beispiel-Deals sind" })} auf dem Board.`,
  removed: (count: number) => `${plural(count, { one: "Beispiel-Deal", other: "Beispiel-Deals" })} entfernt.`,
  isExample: "Deals mit dem Label „Example“ sind erfunden.",
  remove: "Beispiele entfernen"
}
