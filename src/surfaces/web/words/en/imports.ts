import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const imports = {
  presets: {
    hubspot: "This is an export of HubSpot.",
    pipedrive: "This is an export of Pipedrive.",
    salesforce: "This is an export of Salesforce.",
    zoho: "This is an export of Zoho CRM.",
    odoo: "This is an export of Odoo.",
    twenty: "This is an export of Twenty.",
    suitecrm: "This is an export of SuiteCRM.",
    espocrm: "This is an export of EspoCRM.",
    csv: "The columns are matched by their names."
  },
  notImported: "Not imported",
  asAmount: "As each amount says",
  asDate: "As each date says",
  dayFirst: "Day first: 31/12/2026",
  monthFirst: "Month first: 12/31/2026",
  unmapped: (names: Part, more: Part) =>
    html`<b>Not imported:</b> ${names}${more}. Choose a field for what you want to keep.`,
  andMore: (count: number) => ` and ${number(count)} more`,
  whatGoesWhere: "What goes where",
  check: "Check what goes where; nothing is changed yet.",
  emptyFirst: "empty in the first lines",
  twoWayAmounts: "Amounts that can be read in two ways",
  twoWayDates: "Dates that can be read in two ways",
  try: "Try it",
  another: "Choose another file",
  trying: "Trying",
  importing: "Importing",
  whatItWould: "What the import would do",
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
  dealsOrLeads: "Say whether the file holds deals or leads.",
  noFailed: "There are no failed lines of yours here: they are kept for a day after an import.",
  fileDeleted: "The file is deleted here.",
  tooMany: (most: number) =>
    `The file has over ${number(most)} lines, which is the most this page takes. Split it, or have an operator import it (npm run admin -- import).`,
  noLines: "The file has no line below its first, which names the columns. Choose one that has lines.",
  chooseFirst: "Choose a file first.",
  would: { created: "would be new", updated: "would change", failed: "would fail" },
  did: { created: "new", updated: "changed", failed: "failed" },
  unchanged: "already so",
  unknownValues: "Stages and owners that aren’t here",
  leftOpen: "Choose …",
  tryAgain: "Try again",
  linesFailed: "Lines that failed",
  linesWouldFail: "Lines that would fail",
  firstOf: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
  line: "Line",
  field: "Field",
  why: "Why, and what to do",
  tryingFile: "Trying the file",
  importingFile: "Importing the file",
  progress: (done: number, lines: number) =>
    `${number(done)} of ${plural(lines, { one: "line", other: "lines" })}`,
  leaveOpen:
    "Leave this page open: it goes on by itself. If you close it, it goes on where it was as soon as you come back within a day.",
  goOn: "Go on",
  backToColumns: "Back to the columns",
  stop: "Stop here",
  nothingChanged: "Nothing is changed yet.",
  noneGood:
    "No line could be imported. Change which column goes where, or mend the file and choose it again.",
  someGood:
    "Lines that fail don’t stop the others: you get them as a file to mend and import again. If many fail for the same reason, change which column goes where first.",
  importLines: (lines: number) => `Import ${plural(lines, { one: "line", other: "lines" })}`,
  changeColumns: "Change columns",
  toBoard: "Go to the board",
  toLeads: "Go to the leads",
  fileImported: "Import complete",
  someFailed: (count: number) =>
    `${count === 1 ? "One line" : `${number(count)} lines`} failed. Download ${count === 1 ? "it" : "them"} as a file whose last column says why, mend it, and import it like any other. It is kept for a day, or until you are done here.`,
  download: "Download failed lines",
  doneDelete: "Done: delete what is kept",
  finished: "Done",
  takeBack: "Undo the import",
  takeBackHint:
    "Records it created are removed, those it changed are as before. What somebody changed since stays.",
  takingBack: "Undoing the import",
  takenBack: "The import is undone",
  recordsTakenBack: (count: number) =>
    `${plural(count, { one: "record is", other: "records are" })} as before the import.`,
  recordsLeft: (count: number) =>
    `${plural(count, { one: "record was", other: "records were" })} changed since, and left alone.`,
  boardHint: "For new records; those that are there stay on theirs.",
  kinds: { deals: "Deals", leads: "Leads (contacts, people)" },
  title: "Import",
  heading: "Import deals or leads",
  about:
    "From a CSV file of HubSpot, Pipedrive or a spreadsheet. You see what goes where, and try it, before anything is changed. An import can be repeated: lines that were imported before change their record where they differ, and nothing is there twice.",
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
