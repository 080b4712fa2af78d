import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const leads = {
  status: {
    new: "New",
    contacted: "Contacted",
    promoted: "Promoted",
    junk: "Junk",
    bad_fit: "Bad fit",
    stale: "Stale"
  },
  /** The same words for use within a sentence. */
  inText: {
    new: "new",
    contacted: "contacted",
    promoted: "promoted",
    junk: "junk",
    bad_fit: "bad fit",
    stale: "stale"
  },
  suspect: "Suspect",
  notSuspect: { button: "Not suspect", inText: "not suspect" },
  doubts: {
    trap: "Suspect: a field of the form was filled in that people do not see.",
    forged: "Suspect: the form's own time stamp was changed.",
    quick: "Suspect: the form was sent within two seconds, quicker than anybody types.",
    auto_reply: "Suspect: it looks like an automatic reply.",
    bulk: "Suspect: it was sent as bulk mail.",
    list: "It came through a mailing list.",
    machine: "A program sent it for somebody, as websites' forms do."
  },
  untilTriaged: " Until someone triages it, it is in no other list, and no webhook is sent for it.",
  sources: { form: "Form", email: "Email" },
  unnamed: "Unnamed lead",
  score: {
    queued: "Waiting to be scored",
    in_progress: "Being scored",
    complete: "Not scored",
    skipped: "Not scored",
    is: (score: number) => html`<span class="unseen">Score </span>${score}<span class="unseen"> of 100</span>`
  },
  marked: (status: Part) => html`Marked as ${status}.`,
  done: "Done.",
  undo: "Undo…",
  undoOf: (status: Part, lead: Part) => html`Undo ${status}: ${lead}`,
  standing: "Status:",
  received: "Received",
  contacted: "Contacted",
  markedJunk: "Marked junk",
  promoted: "Promoted",
  by: (person: Part) => html`by ${person}`,
  openDeal: "Open the deal",
  final: (status: Part, days: number) =>
    html`A lead that is ${status} stays so, unless it is promoted. Who marked it, and admins, can undo that
    for ${number(days)} days.`,
  deletion: {
    ask: "Delete this lead…",
    about: (lead: Part, days: number) =>
      html`${lead} goes at once, with the message, the enrichment and its history. Whoever deletes it, and
      admins, can undo that for ${number(days)} days. To erase a person from everything, ask the operator.`,
    do: "Delete lead",
    done: "Lead deleted."
  },
  promotion: {
    title: "Promote to a deal",
    anOwner: "an owner",
    dealGone: "The deal it became was deleted. ",
    about: "Makes this lead a deal on its board, with all that is known of the contact.",
    do: "Promote",
    done: "Promoted: the deal is on the board.",
    off: html`Promotion is switched off on this service. Its operator can turn it on with
      <code>PROMOTION_ENABLED=true</code>.`
  },
  message: "Message",
  noMessage: "No message.",
  moreText: "There is more of this text; the API has all of it.",
  contact: "Contact",
  fact: {
    name: "Name",
    title: "Title",
    email: "Email",
    phone: "Phone",
    linkedin: "LinkedIn",
    company: "Company",
    website: "Website",
    heard: "Heard of us",
    consent: "Consent",
    consentText: "They read"
  },
  consent: {
    given: "Agreed to be contacted",
    refused: "Did not agree to be contacted",
    unasked: "Was not asked"
  },
  origin: {
    title: "Where it came from",
    page: "Page",
    pageTitle: "Title",
    referrer: "Referrer",
    cameAs: "Came as",
    import: "Import",
    campaign: "Campaign",
    source: "Source",
    medium: "Medium",
    term: "Term",
    content: "Content",
    gclid: "Google click id",
    fbclid: "Facebook click id",
    msclkid: "Microsoft click id"
  },
  images: "Images",
  screenshotOf: (of: Part) => html`Screenshot of ${of}`,
  image: (index: number) => `Image ${number(index)}`
}
