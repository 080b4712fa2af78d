import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const imports = {
  presets: {
    hubspot: "Export aus HubSpot.",
    pipedrive: "Export aus Pipedrive.",
    salesforce: "Export aus Salesforce.",
    zoho: "Export aus Zoho CRM.",
    odoo: "Export aus Odoo.",
    twenty: "Export aus Twenty.",
    suitecrm: "Export aus SuiteCRM.",
    espocrm: "Export aus EspoCRM.",
    csv: "Die Spalten wurden nach ihren Namen zugeordnet."
  },
  notImported: "Nicht importiert",
  asAmount: "Automatisch erkennen",
  asDate: "Automatisch erkennen",
  dayFirst: "Tag zuerst: 31/12/2026",
  monthFirst: "Monat zuerst: 12/31/2026",
  unmapped: (names: Part, more: Part) =>
    html`<b>Nicht importiert:</b> ${names}${more}. Wählen Sie ein Feld für Spalten, die Sie importieren
      möchten.`,
  andMore: (count: number) => ` und ${number(count)} weitere`,
  whatGoesWhere: "Spaltenzuordnung",
  check: "Prüfen Sie die Zuordnung. Bisher wurde nichts geändert.",
  emptyFirst: "in den ersten Zeilen leer",
  twoWayAmounts: "Mehrdeutige Beträge",
  twoWayDates: "Mehrdeutige Datumsangaben",
  try: "Testlauf starten",
  another: "Andere Datei wählen",
  trying: "Testlauf",
  importing: "Import läuft",
  whatItWould: "Vorschau",
  imported: "Importiert",
  encoding: "Zeichencodierung",
  recognized: "Erkannt (UTF-8, UTF-16)",
  encodingHint: "Wählen Sie eine, wenn Buchstaben wie ä oder é falsch ankommen.",
  encodings: {
    "windows-1252": "Westeuropäisch (Windows-1252)",
    "windows-1250": "Mitteleuropäisch (Windows-1250)",
    "windows-1251": "Kyrillisch (Windows-1251)",
    shift_jis: "Japanisch (Shift_JIS)",
    "utf-8": "Unicode (UTF-8)"
  },
  dealsOrLeads: "Wählen Sie, ob die Datei Deals oder Leads enthält.",
  noFailed: "Keine fehlerhaften Zeilen. Sie werden nach einem Import einen Tag lang aufbewahrt.",
  fileDeleted: "Die Datei wurde gelöscht.",
  tooMany: (most: number) =>
    `Die Datei hat mehr als ${number(most)} Zeilen. Teilen Sie sie auf, oder lassen Sie sie vom Betreiber importieren (npm run admin -- import).`,
  noLines: "Die Datei hat nur eine Kopfzeile. Wählen Sie eine Datei mit Daten.",
  chooseFirst: "Wählen Sie zuerst eine Datei.",
  would: { created: "wären neu", updated: "würden geändert", failed: "fehlerhaft" },
  did: { created: "neu", updated: "geändert", failed: "fehlerhaft" },
  unchanged: "unverändert",
  unknownValues: "Unbekannte Phasen und Zuständige",
  leftOpen: "Auswählen …",
  tryAgain: "Testlauf wiederholen",
  linesFailed: "Fehlerhafte Zeilen",
  linesWouldFail: "Fehlerhafte Zeilen",
  firstOf: (shown: number, all: number) => `Die ersten ${number(shown)} von ${number(all)}.`,
  line: "Zeile",
  field: "Feld",
  why: "Fehler und Lösung",
  tryingFile: "Testlauf",
  importingFile: "Die Datei wird importiert",
  progress: (done: number, lines: number) =>
    `${number(done)} von ${plural(lines, { one: "Zeile", other: "Zeilen" })}`,
  leaveOpen:
    "Lassen Sie diese Seite offen. Wenn Sie sie schließen, geht der Import weiter, sobald Sie sie innerhalb eines Tages wieder öffnen.",
  goOn: "Weiter",
  backToColumns: "Zurück zu den Spalten",
  stop: "Anhalten",
  nothingChanged: "Bisher wurde nichts geändert.",
  noneGood:
    "Keine Zeile kann importiert werden. Ändern Sie die Spaltenzuordnung, oder korrigieren Sie die Datei und laden Sie sie noch einmal hoch.",
  someGood:
    "Fehlerhafte Zeilen werden übersprungen. Sie können sie als Datei herunterladen, korrigieren und noch einmal importieren. Haben viele denselben Fehler, ändern Sie zuerst die Spaltenzuordnung.",
  importLines: (lines: number) => `${plural(lines, { one: "Zeile", other: "Zeilen" })} importieren`,
  changeColumns: "Spalten ändern",
  toBoard: "Zum Board",
  toLeads: "Zu den Leads",
  fileImported: "Import abgeschlossen",
  someFailed: (count: number) =>
    `${count === 1 ? "Eine Zeile ist" : `${number(count)} Zeilen sind`} fehlerhaft. Laden Sie sie herunter (die letzte Spalte nennt den Fehler), korrigieren Sie sie und importieren Sie die Datei. Sie wird einen Tag lang aufbewahrt.`,
  download: "Fehlerhafte Zeilen herunterladen",
  doneDelete: "Abschließen und Datei löschen",
  finished: "Abgeschlossen",
  takeBack: "Import rückgängig machen",
  takeBackHint:
    "Entfernt die angelegten Datensätze und stellt die geänderten wieder her. Seitdem geänderte Datensätze bleiben unverändert.",
  takingBack: "Import wird rückgängig gemacht",
  takenBack: "Import rückgängig gemacht",
  recordsTakenBack: (count: number) =>
    `${plural(count, { one: "Datensatz", other: "Datensätze" })} wiederhergestellt.`,
  recordsLeft: (count: number) =>
    `${plural(count, { one: "Datensatz wurde", other: "Datensätze wurden" })} seitdem geändert und nicht wiederhergestellt.`,
  boardHint: "Gilt für neue Datensätze. Vorhandene bleiben auf ihrem Board.",
  kinds: { deals: "Deals", leads: "Leads (Kontakte, Personen)" },
  title: "Import",
  heading: "Deals oder Leads importieren",
  about:
    "Aus einer CSV-Datei von HubSpot, Pipedrive oder einer Tabellenkalkulation. Sie prüfen die Spaltenzuordnung und eine Vorschau, bevor etwas geändert wird. Sie können einen Import wiederholen: Vorhandene Datensätze werden aktualisiert, nicht doppelt angelegt.",
  csvFile: "CSV-Datei",
  fileHint: (megabytes: number, lines: number) =>
    `Die erste Zeile benennt die Spalten. Bis ${number(megabytes)} MB und ${number(lines)} Zeilen. Die Datei wird nach dem Import gelöscht, spätestens nach einem Tag.`,
  upload: "Datei hochladen",
  whereFrom: "Woher die Datei kommt",
  sources: html`HubSpot: in <b>CRM › Deals</b> oder <b>Contacts</b>, <b>Export</b>, Format CSV, Sprache
    Englisch. Pipedrive: in <b>Deals</b> oder <b>People</b>, <b>… › Export filter results</b>, CSV. Excel und
    andere Tabellen: als CSV speichern.`,
  count: (count: number) => number(count),
  linesOf: {
    deals: (count: number) => `${plural(count, { one: "Zeile", other: "Zeilen" })} mit Deals`,
    leads: (count: number) => `${plural(count, { one: "Zeile", other: "Zeilen" })} mit Leads`
  }
}
