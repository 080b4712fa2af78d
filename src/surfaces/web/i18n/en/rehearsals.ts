import { html, type Part } from "../../Html.ts"

export const rehearsals = {
  nameOptional: "Name (optional)",
  name: "Name",
  nameHint: "The workspace’s name if left empty.",
  forward: "Go forward by",
  forwardHint: "For example “14 days” or “36 hours”.",
  setTo: "Or set it to",
  time: "Time",
  atHint: "For example 2026-05-01, or with a time 2026-05-01T09:30:00Z.",
  forAdmins: "Only admins can use rehearsals.",
  open: "Open",
  discard: "Discard",
  discardWarning: "Deletes all its data and keys. This can’t be undone.",
  beingCopied: "being copied",
  clockSet: "clock set",
  times: (made: Part, ends: Part, now: Part) => html`Created ${made} · ends ${ends} · its time is ${now}`,
  clock: "Clock",
  about:
    "A rehearsal is a copy of this workspace for testing agents. Nothing leaves it: webhooks are captured and images aren’t fetched. You can set its clock. It is deleted after 14 days.",
  new: "New rehearsal",
  copy: "Create copy",
  none: "No rehearsals yet.",
  isBeingCopied: (name: Part) => html`${name} is being copied`,
  takeKey:
    "Copying takes a few seconds. Copy the key now: it is shown only once, and works as soon as the copy is ready.",
  keyOf: "API key of the rehearsal",
  giveKey: (at: Part) => html`Give it to the agent that you want to test. The rehearsal ends ${at}.`,
  back: "Back to rehearsals",
  noSuch: "Rehearsal not found.",
  clockOf: (name: Part) => html`Clock of ${name}`,
  thereItIs: (now: Part) =>
    html`Its time is ${now}. Deals, leads and reports use that time, which continues from there. Keys, limits
    and the audit log use the real time.`,
  setClock: "Set the clock",
  realTime: "Back to real time",
  isSet: "Clock set.",
  isDiscarded: "Rehearsal discarded."
}
