import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const imports = {
  presets: {
    hubspot: "Das ist ein Export von HubSpot.",
    pipedrive: "Das ist ein Export von Pipedrive.",
    salesforce: "Dies ist ein Export aus Salesforce.",
    zoho: "Dies ist ein Export aus Zoho CRM.",
    odoo: "Dies ist ein Export aus Odoo.",
    twenty: "Dies ist ein Export aus Twenty.",
    suitecrm: "Dies ist ein Export aus SuiteCRM.",
    espocrm: "Dies ist ein Export aus EspoCRM.",
    csv: "Die Spalten sind nach ihren Namen zugeordnet."
  },
  notImported: "Nicht importiert",
  asAmount: "Wie es der Betrag nahelegt",
  asDate: "Wie es das Datum nahelegt",
  dayFirst: "Tag zuerst: 31/12/2026",
  monthFirst: "Monat zuerst: 12/31/2026",
  unmapped: (names: Part, more: Part) =>
    html`<b>Nicht importiert:</b> ${names}${more}. Wählen Sie ein Feld für das, was Sie behalten möchten.`,
  andMore: (count: number) => ` und ${number(count)} weitere`,
  whatGoesWhere: "Was wohin kommt",
  check: "Prüfen Sie, was wohin kommt; noch ist nichts geändert.",
  emptyFirst: "in den ersten Zeilen leer",
  twoWayAmounts: "Beträge, die sich auf zwei Arten lesen lassen",
  twoWayDates: "Daten, die sich auf zwei Arten lesen lassen",
  try: "Ausprobieren",
  another: "Andere Datei wählen",
  trying: "Probelauf",
  importing: "Import läuft",
  whatItWould: "Was der Import tun würde",
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
  dealsOrLeads: "Sagen Sie, ob die Datei Deals oder Leads enthält.",
  noFailed: "Hier sind keine gescheiterten Zeilen von Ihnen: Sie bleiben nach einem Import einen Tag lang.",
  fileDeleted: "Die Datei ist hier gelöscht.",
  tooMany: (most: number) =>
    `Die Datei hat über ${number(most)} Zeilen; mehr nimmt diese Seite nicht an. Teilen Sie sie auf, oder lassen Sie sie vom Betreiber importieren (npm run admin -- import).`,
  noLines:
    "Die Datei hat keine Zeile unter der ersten, in der die Spalten benannt sind. Wählen Sie eine, die Zeilen hat.",
  chooseFirst: "Wählen Sie zuerst eine Datei.",
  would: { created: "wären neu", updated: "würden geändert", failed: "würden scheitern" },
  did: { created: "neu", updated: "geändert", failed: "gescheitert" },
  unchanged: "schon so",
  unknownValues: "Phasen und Zuständige, die es hier nicht gibt",
  leftOpen: "Auswählen …",
  tryAgain: "Noch einmal ausprobieren",
  linesFailed: "Gescheiterte Zeilen",
  linesWouldFail: "Zeilen, die scheitern würden",
  firstOf: (shown: number, all: number) => `Die ersten ${number(shown)} von ${number(all)}.`,
  line: "Zeile",
  field: "Feld",
  why: "Warum, und was zu tun ist",
  tryingFile: "Die Datei wird ausprobiert",
  importingFile: "Die Datei wird importiert",
  progress: (done: number, lines: number) =>
    `${number(done)} von ${plural(lines, { one: "Zeile", other: "Zeilen" })}`,
  leaveOpen:
    "Lassen Sie diese Seite offen: Es geht von selbst weiter. Wenn Sie sie schließen, geht es dort weiter, sobald Sie binnen eines Tages zurückkommen.",
  goOn: "Weiter",
  backToColumns: "Zurück zu den Spalten",
  stop: "Hier anhalten",
  nothingChanged: "Noch ist nichts geändert.",
  noneGood:
    "Keine Zeile ließe sich importieren. Ändern Sie, welche Spalte wohin kommt, oder bessern Sie die Datei aus und wählen Sie sie noch einmal.",
  someGood:
    "Gescheiterte Zeilen halten die anderen nicht auf: Sie bekommen sie als Datei, um sie auszubessern und noch einmal zu importieren. Scheitern viele aus demselben Grund, ändern Sie zuerst, welche Spalte wohin kommt.",
  importLines: (lines: number) => `${plural(lines, { one: "Zeile", other: "Zeilen" })} importieren`,
  changeColumns: "Spalten ändern",
  toBoard: "Zum Board",
  toLeads: "Zu den Leads",
  fileImported: "Die Datei ist importiert",
  someFailed: (count: number) =>
    `${count === 1 ? "Eine Zeile ist" : `${number(count)} Zeilen sind`} gescheitert. Laden Sie sie als Datei herunter, deren letzte Spalte den Grund nennt, bessern Sie sie aus und importieren Sie sie wie jede andere. Sie bleibt einen Tag, oder bis Sie hier fertig sind.`,
  download: "Gescheitertes herunterladen",
  doneDelete: "Fertig: Aufbewahrtes löschen",
  finished: "Fertig",
  takeBack: "Import zurücknehmen",
  takeBackHint:
    "Was er angelegt hat, wird entfernt, was er geändert hat, ist wieder wie vorher. Was seitdem jemand geändert hat, bleibt.",
  takingBack: "Der Import wird zurückgenommen",
  takenBack: "Der Import ist zurückgenommen",
  recordsTakenBack: (count: number) =>
    `${plural(count, { one: "Datensatz ist", other: "Datensätze sind" })} wieder wie vor dem Import.`,
  recordsLeft: (count: number) =>
    `${plural(count, { one: "Datensatz wurde", other: "Datensätze wurden" })} seitdem geändert und bleibt, wie er ist.`,
  boardHint: "Für neue Einträge; vorhandene bleiben auf ihrem.",
  kinds: { deals: "Deals", leads: "Leads (Kontakte, Personen)" },
  title: "Import",
  heading: "Deals oder Leads importieren",
  about:
    "Aus einer CSV-Datei von HubSpot, Pipedrive oder einer Tabellenkalkulation. Sie sehen, was wohin kommt, und probieren es aus, bevor etwas geändert wird. Ein Import lässt sich wiederholen: Schon importierte Zeilen ändern ihren Eintrag, wo sie abweichen, und nichts ist doppelt da.",
  csvFile: "CSV-Datei",
  fileHint: (megabytes: number, lines: number) =>
    `Die erste Zeile benennt die Spalten. Bis ${number(megabytes)} MB und ${number(lines)} Zeilen. Die Datei bleibt, bis sie importiert ist, höchstens einen Tag.`,
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
