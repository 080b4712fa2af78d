import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const deals = {
  field: {
    name: "Deal",
    company: "Unternehmen",
    amount: "Betrag",
    owner: "Zuständig",
    labels: "Labels",
    contact: "Ansprechpartner",
    contactName: "Name",
    contactTitle: "Position",
    contactEmail: "E-Mail",
    contactPhone: "Telefon",
    contactLinkedin: "LinkedIn",
    terms: "Vereinbarungen",
    nextStep: "Nächster Schritt",
    nextStepAt: "Fällig",
    expectedCloseAt: "Erwarteter Abschluss",
    forecastCategory: "Prognose",
    lostReason: "Grund des Verlusts"
  },
  forecasts: { committed: "Zugesagt", best_case: "Bestenfalls", pipeline: "Pipeline" },
  forecastByStage: "Wie die Phase",
  whyLost: "Warum ging der Deal verloren?",
  lose: "Als verloren markieren",
  anOwner: "eine zuständige Person",
  wholeAddress: "Die vollständige Adresse des Profils, beginnend mit https://",
  someoneWhoLeft: "Eine Person, die nicht mehr dabei ist",
  noName: "Ohne Namen",
  notKnown: "Noch nicht bekannt",
  none: "Keine",
  nobody: "Noch niemand.",
  nothingPlanned: "Kein nächster Schritt geplant.",
  due: (day: Part) => html`fällig am ${day}`,
  wasDue: (day: Part) => html`war fällig am ${day}`,
  about: "Deal",
  stages: "Phasen",
  moveTo: (stage: Part) => html`Nach ${stage} verschieben`,
  isIn: (stage: Part) => html`Der Deal steht jetzt in ${stage}.`,
  cameFrom: "Entstanden aus",
  aLead: "einem Lead",
  since: "In dieser Phase seit",
  committed: "Angebot gemacht",
  won: "Gewonnen",
  dead: "Verloren",
  created: "Angelegt",
  changed: "Geändert",
  edit: "Bearbeiten",
  editWhat: (what: Part) => html`Bearbeiten: ${what}`,
  save: "Speichern",
  cancel: "Abbrechen",
  saved: "Gespeichert.",
  overtaken: (fields: Part, count: number) =>
    html`${fields} ${count === 1 ? "wurde" : "wurden"} von jemand anderem geändert, während Sie getippt haben.
    Der jetzige Stand steht daneben; speichern Sie noch einmal, um ihn zu ersetzen.`,
  noPart: "Einen solchen Teil hat ein Deal nicht.",
  toBoard: "Board",
  previous: "Voriger Deal",
  next: "Nächster Deal",
  neighbours: "Entlang des Boards",
  alongList: "Entlang der Liste",
  activity: "Verlauf",
  earlier: "Früheres",
  addNote: "Notiz hinzufügen",
  note: "Notiz",
  addTheNote: "Notiz speichern",
  noteHint: html`<kbd>Strg</kbd> oder <kbd>⌘</kbd> mit <kbd>Enter</kbd> speichert sie. Markdown und Links
    werden als solche gezeigt.`,
  noteAdded: "Die Notiz ist gespeichert.",
  lead: "Lead",
  leadMessage: "Nachricht",
  leadFindings: "Einschätzung",
  aStage: "eine Phase dieses Boards",
  create: "Deal anlegen",
  isCreated: "Der Deal ist angelegt.",
  isSaved: "Der Deal ist gespeichert.",
  editing: "Deal bearbeiten",
  editTitle: (deal: Part) => html`${deal} bearbeiten`,
  deletion: {
    ask: "Diesen Deal löschen…",
    about: (deal: Part) =>
      html`${deal} verschwindet sofort vom Board und aus allen Berichten. Der Deal lässt sich 30 Tage lang
      wiederherstellen, danach ist er mit seinen Notizen endgültig weg.`,
    do: "Deal löschen"
  },
  notes: {
    save: "Notiz speichern",
    saved: "Die Notiz ist gespeichert.",
    deleted: "Die Notiz ist gelöscht.",
    this: "dieser Notiz",
    delete: "Löschen",
    deleteForGood: "Endgültig löschen",
    activity: "Art",
    kinds: { note: "Notiz", call: "Anruf", email: "E-Mail", meeting: "Treffen" },
    wrote: {
      note: (who: Part, means: Part) => html`${who} schrieb${means !== false && [" ", means]}`,
      call: (who: Part, means: Part) =>
        html`${who} hat einen Anruf festgehalten${means !== false && [" ", means]}`,
      email: (who: Part, means: Part) =>
        html`${who} hat eine E-Mail festgehalten${means !== false && [" ", means]}`,
      meeting: (who: Part, means: Part) =>
        html`${who} hat ein Treffen festgehalten${means !== false && [" ", means]}`
    },
    edited: ", bearbeitet",
    undo: "Rückgängig machen…"
  },
  list: {
    title: "Deals",
    withoutView: "Offene Deals",
    search: "Wörter in Name, Unternehmen oder Kontakt",
    anyone: "Alle",
    me: "Ich",
    allBoards: "Alle Boards",
    anyStage: "Jede Phase",
    stage: "Phase",
    status: "Stand",
    statuses: { open: "Offen", won: "Gewonnen", dead: "Verloren", all: "Alle" },
    more: "Weitere Filter und Spalten",
    label: "Label",
    quiet: "Tage ohne Aktivität",
    overdue: "Nächster Schritt überfällig",
    closedFrom: "Gewonnen oder verloren ab",
    closedTo: "Gewonnen oder verloren bis",
    columns: "Spalten",
    count: (count: number) => plural(count, { one: "Deal", other: "Deals" }),
    moreThan: (count: number) => `Mehr als ${number(count)} Deals; von so vielen:`,
    file: "Als CSV herunterladen",
    fileHolds: (count: number) => `Die Datei enthält die ersten ${number(count)} dieser Deals.`,
    tooManyWords: "Suchen Sie nach höchstens 10 Wörtern.",
    closedTwisted:
      "Dieser Tag liegt nach dem, bis zu dem Deals gewonnen oder verloren wurden: So kann keiner passen.",
    filtered: "Aktive Filter",
    without: "Ohne",
    nothing: "Kein Deal passt dazu.",
    noneOpen: "Kein Deal ist offen.",
    clear: "Alle offenen Deals anzeigen",
    pick: (deal: Part) => html`${deal} auswählen`,
    pickAll: "Alle auf dieser Seite auswählen",
    withPicked: "Mit den ausgewählten Deals",
    move: "Verschieben",
    give: "Übergeben",
    add: "Hinzufügen",
    remove: "Entfernen",
    percent: "Prozent",
    raise: "Beträge erhöhen",
    allThatMatch: (count: number) => `Alle ${number(count)}, die passen, auch auf den anderen Seiten`,
    tooMany: (most: number) =>
      `Mehr als ${number(most)} Deals passen: Schränken Sie den Filter ein, um alle passenden auf einmal zu ändern.`,
    noList:
      "Nichts wurde geändert: Es ist nicht bekannt, um welche Liste es geht. Öffnen Sie die Deals noch einmal.",
    unchanged: (names: string) =>
      `Nichts wurde geändert: Ein Teil des Filters ist unverständlich (${names}). Öffnen Sie die Liste noch einmal und prüfen Sie den Filter.`,
    notKept: (names: string) =>
      `Ein Teil des Filters ist unverständlich (${names}). Berichtigen Sie ihn oder lassen Sie ihn weg.`,
    partly: (updated: number, left: number, why: Part) =>
      html`${plural(updated, { one: "Deal", other: "Deals" })} geändert; ${number(left)} sind wie zuvor:
      ${why}`,
    noLabel: "Geben Sie zuerst ein Label ein.",
    noPercent: "Geben Sie zuerst einen Prozentsatz ein: 10 erhöht die Beträge, -2,5 senkt sie.",
    noButton: "Wählen Sie eine der Schaltflächen neben einem Feld.",
    nonePicked: "Nichts wurde geändert: Wählen Sie zuerst Deals in der Tabelle aus.",
    done: (updated: number, unchanged: number) =>
      `${plural(updated, { one: "Deal", other: "Deals" })} geändert${unchanged === 0 ? "" : `, ${number(unchanged)} wie zuvor`}.`
  }
}
