import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const leads = {
  status: {
    new: "Neu",
    contacted: "Kontaktiert",
    promoted: "Umgewandelt",
    junk: "Spam",
    bad_fit: "Unpassend",
    stale: "Veraltet"
  },
  inText: {
    new: "neu",
    contacted: "kontaktiert",
    promoted: "umgewandelt",
    junk: "Spam",
    bad_fit: "unpassend",
    stale: "veraltet"
  },
  suspect: "Verdächtig",
  notSuspect: { button: "Nicht verdächtig", inText: "nicht verdächtig" },
  doubts: {
    trap: "Verdächtig: Ein verstecktes Feld des Formulars ist ausgefüllt.",
    forged: "Verdächtig: Der Zeitstempel des Formulars wurde verändert.",
    quick: "Verdächtig: Das Formular wurde innerhalb von zwei Sekunden gesendet.",
    auto_reply: "Verdächtig: Die Nachricht sieht nach einer automatischen Antwort aus.",
    bulk: "Verdächtig: Die Nachricht kam als Massenmail.",
    list: "Die Nachricht kam über eine Mailingliste.",
    machine: "Ein Programm hat die Nachricht für jemanden gesendet, wie es Formulare auf Websites tun."
  },
  untilTriaged:
    " Der Lead steht in keiner anderen Liste und löst keine Webhooks aus, bis ihn jemand einordnet.",
  sources: { form: "Formular", email: "E-Mail" },
  unnamed: "Lead ohne Namen",
  score: {
    queued: "Wartet auf Bewertung",
    in_progress: "Wird bewertet",
    complete: "Nicht bewertet",
    skipped: "Nicht bewertet",
    is: (score: number) =>
      html`<span class="unseen">Bewertung: </span>${score}<span class="unseen"> von 100</span>`
  },
  marked: (status: Part) => html`Als „${status}“ markiert.`,
  done: "Erledigt.",
  undo: "Rückgängig machen…",
  undoOf: (status: Part, lead: Part) => html`„${status}“ rückgängig machen: ${lead}`,
  standing: "Status:",
  received: "Eingegangen",
  contacted: "Kontaktiert",
  markedJunk: "Als Spam markiert",
  promoted: "Umgewandelt",
  by: (person: Part) => html`von ${person}`,
  openDeal: "Deal öffnen",
  final: (status: Part, days: number) =>
    html`„${status}“ ist endgültig, außer wenn der Lead umgewandelt wird. Wer ihn so markiert hat und Admins
    können das ${number(days)} Tage lang rückgängig machen.`,
  deletion: {
    ask: "Diesen Lead löschen…",
    about: (lead: Part, days: number) =>
      html`Löscht ${lead} mit Nachricht, Anreicherung und deren Verlauf. Sie und Admins können das
      ${number(days)} Tage lang rückgängig machen. Um alle Daten einer Person zu löschen, wenden Sie sich an
      den Betreiber.`,
    do: "Lead löschen",
    done: "Lead gelöscht."
  },
  promotion: {
    title: "In einen Deal umwandeln",
    anOwner: "eine zuständige Person",
    dealGone: "Der Deal dieses Leads wurde gelöscht. ",
    about: "Legt auf dem Board dieses Leads einen Deal mit den Kontaktdaten an.",
    do: "Umwandeln",
    done: "Lead umgewandelt. Der Deal steht auf dem Board.",
    off: html`Das Umwandeln ist ausgeschaltet. Der Betreiber kann es mit
      <code>PROMOTION_ENABLED=true</code> einschalten.`
  },
  message: "Nachricht",
  noMessage: "Keine Nachricht.",
  moreText: "Gekürzt. Die API gibt den ganzen Text zurück.",
  contact: "Kontakt",
  fact: {
    name: "Name",
    title: "Position",
    email: "E-Mail",
    phone: "Telefon",
    linkedin: "LinkedIn",
    company: "Unternehmen",
    website: "Website",
    heard: "Aufmerksam geworden durch",
    consent: "Einwilligung",
    consentText: "Text der Einwilligung"
  },
  consent: {
    given: "Mit Kontaktaufnahme einverstanden",
    refused: "Mit Kontaktaufnahme nicht einverstanden",
    unasked: "Nicht gefragt"
  },
  origin: {
    title: "Herkunft",
    page: "Seite",
    pageTitle: "Titel",
    referrer: "Verweisende Seite",
    cameAs: "Eingang",
    import: "Import",
    campaign: "Kampagne",
    source: "Quelle",
    medium: "Medium",
    term: "Begriff",
    content: "Inhalt",
    gclid: "Google-Klick-ID",
    fbclid: "Facebook-Klick-ID",
    msclkid: "Microsoft-Klick-ID"
  },
  images: "Bilder",
  screenshotOf: (of: Part) => html`Screenshot von ${of}`,
  image: (index: number) => `Bild ${number(index)}`
}
