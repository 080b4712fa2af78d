import { html, type Part } from "../../Html.ts"

export const rehearsals = {
  nameOptional: "Name (optional)",
  name: "Name",
  nameHint: "Else it is called like the workspace.",
  forward: "Go forward by",
  forwardHint: "Such as “14 days” or “36 hours”.",
  setTo: "Or set it to",
  time: "Time",
  atHint: "Such as 2026-05-01 or 2026-05-01T09:30:00Z.",
  forAdmins: "Only an admin of the workspace may use its rehearsals. Ask one.",
  open: "Open",
  discard: "Discard",
  discardWarning: "Everything in it is removed, and its keys stop working. This cannot be undone.",
  beingCopied: "being copied",
  clockSet: "clock set",
  times: (made: Part, ends: Part, now: Part) => html`Made ${made} · ends ${ends} · its time is ${now}`,
  clock: "Clock",
  about:
    "A rehearsal is a copy of this workspace, where an agent is tried before it is trusted. Nothing in it reaches anybody: webhooks are captured, images are not fetched. Its clock can be set, and it ends after 14 days.",
  new: "New rehearsal",
  copy: "Create copy",
  none: "No rehearsals yet.",
  isBeingCopied: (name: Part) => html`${name} is being copied`,
  takeKey:
    "The copy takes a few seconds. Take the key now: it is shown only once, and works as soon as the copy is done.",
  keyOf: "API key of the rehearsal",
  giveKey: (at: Part) => html`Give it to the agent that is to be tried. The rehearsal ends ${at}.`,
  back: "Back to the rehearsals",
  noSuch: "There is no such rehearsal.",
  clockOf: (name: Part) => html`Clock of ${name}`,
  thereItIs: (now: Part) =>
    html`There it is ${now}. Deals, leads and reports go by that time, and it goes on from there; keys, limits
    and the audit log stay with the real one.`,
  setClock: "Set the clock",
  realTime: "Back to the real time",
  isSet: "Clock set.",
  isDiscarded: "Rehearsal discarded."
}
