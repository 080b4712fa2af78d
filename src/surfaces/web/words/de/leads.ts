import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

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
    trap: "Verdächtig: Ein Feld des Formulars ist ausgefüllt, das Menschen nicht sehen.",
    forged: "Verdächtig: Der Zeitstempel des Formulars wurde verändert.",
    quick: "Verdächtig: Das Formular kam binnen zwei Sekunden zurück, schneller, als jemand tippt.",
    auto_reply: "Verdächtig: Die Nachricht sieht nach einer automatischen Antwort aus.",
    bulk: "Verdächtig: Die Nachricht kam als Massenmail.",
    list: "Die Nachricht kam über eine Mailingliste.",
    machine: "Ein Programm hat die Nachricht für jemanden gesendet, wie es Formulare auf Websites tun."
  },
  untilTriaged:
    " Bis jemand den Lead einordnet, steht er in keiner anderen Liste, und kein Webhook meldet ihn.",
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
    html`Ein als „${status}“ markierter Lead bleibt es, es sei denn, er wird umgewandelt. Wer ihn so markiert
    hat, kann das ${number(days)} Tage lang rückgängig machen, Admins ebenso.`,
  deletion: {
    ask: "Diesen Lead löschen…",
    about: (lead: Part, days: number) =>
      html`${lead} verschwindet sofort, samt Nachricht, Anreicherung und deren Verlauf. Wer den Lead löscht,
      kann das ${number(days)} Tage lang rückgängig machen, Admins ebenso. Um eine Person überall zu löschen,
      wenden Sie sich an den Betreiber.`,
    do: "Lead löschen",
    done: "Der Lead ist gelöscht."
  },
  promotion: {
    title: "In einen Deal umwandeln",
    anOwner: "eine zuständige Person",
    dealGone: "Der Deal, zu dem er wurde, ist gelöscht. ",
    about: "Macht aus diesem Lead einen Deal auf seinem Board, mit allem, was über den Kontakt bekannt ist.",
    do: "Umwandeln",
    done: "Umgewandelt: Der Deal steht auf dem Board.",
    off: html`Das Umwandeln ist auf diesem Dienst ausgeschaltet. Wer ihn betreibt, schaltet es mit
      <code>PROMOTION_ENABLED=true</code> ein.`
  },
  message: "Nachricht",
  noMessage: "Keine Nachricht hinterlassen.",
  moreText: "Dieser Text geht noch weiter; die API gibt ihn ganz aus.",
  contact: "Kontakt",
  fact: {
    name: "Name",
    title: "Position",
    email: "E-Mail",
    phone: "Telefon",
    linkedin: "LinkedIn",
    company: "Unternehmen",
    website: "Website",
    heard: "Kennt uns durch",
    consent: "Einwilligung",
    consentText: "Gelesen"
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
