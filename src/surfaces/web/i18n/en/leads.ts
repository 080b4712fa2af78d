import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

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
    trap: "Suspect: a hidden field of the form was filled in.",
    forged: "Suspect: the form's own time stamp was changed.",
    quick: "Suspect: the form was sent within two seconds.",
    auto_reply: "Suspect: it looks like an automatic reply.",
    bulk: "Suspect: it was sent as bulk mail.",
    list: "Received through a mailing list.",
    machine: "Sent by a program, such as a website’s form."
  },
  untilTriaged: " It appears in no other list and fires no webhooks until someone triages it.",
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
    html`A lead marked ${status} can only be promoted. The person who marked it and admins can undo that for
    ${number(days)} days.`,
  deletion: {
    ask: "Delete this lead…",
    about: (lead: Part, days: number) =>
      html`Deletes ${lead} with its message, enrichment and history. You and admins can undo that for
      ${number(days)} days. To erase all data of a person, ask the operator.`,
    do: "Delete lead",
    done: "Lead deleted."
  },
  promotion: {
    title: "Promote to a deal",
    anOwner: "an owner",
    dealGone: "The deal it became was deleted. ",
    about: "Creates a deal on the lead’s board, with its contact.",
    do: "Promote",
    done: "Lead promoted. The deal is on the board.",
    off: html`Promotion is turned off. The operator can turn it on with <code>PROMOTION_ENABLED=true</code>.`
  },
  message: "Message",
  noMessage: "No message.",
  moreText: "The text is longer. The API returns all of it.",
  contact: "Contact",
  fact: {
    name: "Name",
    title: "Title",
    email: "Email",
    phone: "Phone",
    linkedin: "LinkedIn",
    company: "Company",
    website: "Website",
    heard: "Heard about us",
    consent: "Consent",
    consentText: "Consent text"
  },
  consent: {
    given: "Agreed to be contacted",
    refused: "Did not agree to be contacted",
    unasked: "Was not asked"
  },
  origin: {
    title: "Origin",
    page: "Page",
    pageTitle: "Title",
    referrer: "Referrer",
    cameAs: "Channel",
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
