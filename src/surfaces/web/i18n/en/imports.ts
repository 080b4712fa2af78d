import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const imports = {
  presets: {
    hubspot: "HubSpot export.",
    pipedrive: "Pipedrive export.",
    salesforce: "Salesforce export.",
    zoho: "Zoho CRM export.",
    odoo: "Odoo export.",
    twenty: "Twenty export.",
    suitecrm: "SuiteCRM export.",
    espocrm: "EspoCRM export.",
    csv: "The columns are matched by their names."
  },
  notImported: "Not imported",
  asAmount: "Detect automatically",
  asDate: "Detect automatically",
  dayFirst: "Day first: 31/12/2026",
  monthFirst: "Month first: 12/31/2026",
  unmapped: (names: Part, more: Part) =>
    html`<b>Not imported:</b> ${names}${more}. Choose a field for what you want to keep.`,
  andMore: (count: number) => ` and ${number(count)} more`,
  whatGoesWhere: "Map columns",
  check: "Check the mapping. Nothing has been changed yet.",
  emptyFirst: "empty in the first lines",
  twoWayAmounts: "Ambiguous amounts",
  twoWayDates: "Ambiguous dates",
  try: "Test import",
  another: "Choose another file",
  trying: "Test run",
  importing: "Importing",
  whatItWould: "Preview",
  imported: "Imported",
  encoding: "Encoding",
  recognized: "Recognized (UTF-8, UTF-16)",
  encodingHint: "Choose one if letters such as ä or é come out wrong.",
  encodings: {
    "windows-1252": "Western (Windows-1252)",
    "windows-1250": "Central European (Windows-1250)",
    "windows-1251": "Cyrillic (Windows-1251)",
    shift_jis: "Japanese (Shift_JIS)",
    "utf-8": "Unicode (UTF-8)"
  },
  dealsOrLeads: "Select whether the file contains deals or leads.",
  noFailed: "No failed lines. They are kept for a day after an import.",
  fileDeleted: "The file was deleted.",
  tooMany: (most: number) =>
    `The file has over ${number(most)} lines, the limit of this page. Split it, or ask an operator to import it (npm run admin -- import).`,
  noLines: "The file has no line below its first, which names the columns. Choose one that has lines.",
  chooseFirst: "Choose a file first.",
  would: { created: "to create", updated: "to update", failed: "with errors" },
  did: { created: "created", updated: "updated", failed: "failed" },
  unchanged: "unchanged",
  unknownValues: "Unknown stages and owners",
  leftOpen: "Choose …",
  tryAgain: "Test again",
  linesFailed: "Failed lines",
  linesWouldFail: "Lines with errors",
  firstOf: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
  line: "Line",
  field: "Field",
  why: "Error and fix",
  tryingFile: "Testing the file",
  importingFile: "Importing the file",
  progress: (done: number, lines: number) =>
    `${number(done)} of ${plural(lines, { one: "line", other: "lines" })}`,
  leaveOpen:
    "Keep this page open. If you close it, the import continues when you open it again within a day.",
  goOn: "Continue",
  backToColumns: "Back to columns",
  stop: "Stop import",
  nothingChanged: "Nothing has been changed yet.",
  noneGood: "No lines can be imported. Change the column mapping, or correct the file and upload it again.",
  someGood:
    "Lines with errors don’t stop the others. You can download them, correct them and import them again. If many fail for the same reason, change the column mapping first.",
  importLines: (lines: number) => `Import ${plural(lines, { one: "line", other: "lines" })}`,
  changeColumns: "Change columns",
  toBoard: "Go to board",
  toLeads: "Go to leads",
  fileImported: "Import complete",
  someFailed: (count: number) =>
    `${count === 1 ? "One line" : `${number(count)} lines`} failed. Download ${count === 1 ? "it" : "them"} as a file with the errors in its last column, correct it and import it again. It is kept for a day, or until you finish.`,
  download: "Download failed lines",
  doneDelete: "Finish and delete file",
  finished: "Done",
  takeBack: "Undo import",
  takeBackHint:
    "Created records are removed and updated ones are restored. Records changed since then stay as they are.",
  takingBack: "Undoing import",
  takenBack: "Import undone",
  recordsTakenBack: (count: number) =>
    `${plural(count, { one: "record was", other: "records were" })} restored.`,
  recordsLeft: (count: number) =>
    `${plural(count, { one: "record was", other: "records were" })} changed since, and not restored.`,
  boardHint: "Applies to new records. Existing ones stay on their board.",
  kinds: { deals: "Deals", leads: "Leads (contacts, people)" },
  title: "Import",
  heading: "Import deals or leads",
  about:
    "From a CSV file of HubSpot, Pipedrive or a spreadsheet. You can map the columns and test the import before anything is changed. You can repeat an import: lines imported before update their record, without duplicates.",
  csvFile: "CSV file",
  fileHint: (megabytes: number, lines: number) =>
    `The first line names the columns. Up to ${number(megabytes)} MB and ${number(lines)} lines. The file is kept until it is imported, for a day at most.`,
  upload: "Upload file",
  whereFrom: "Where the file comes from",
  sources: html`HubSpot: in <b>CRM › Deals</b> or <b>Contacts</b>, <b>Export</b>, format CSV, language
    English. Pipedrive: in <b>Deals</b> or <b>People</b>, <b>… › Export filter results</b>, CSV. Excel and
    spreadsheets: save as CSV.`,
  count: (count: number) => number(count),
  linesOf: {
    deals: (count: number) => `${plural(count, { one: "line", other: "lines" })} of deals`,
    leads: (count: number) => `${plural(count, { one: "line", other: "lines" })} of leads`
  }
}
