import { html, type Part } from "../../Html.ts"

export const calendar = {
  title: "Next steps",
  offer: "Calendar",
  about: `A calendar program can show the next steps of open deals, each on the day it is due: subscribe to a
    secret address, which is yours alone. Anyone with it can read these next steps, and nothing else.`,
  address: "Address of your calendar",
  once: `Add it in your calendar program as a calendar from the internet (“subscribe by URL”). It is shown this
    once: only its hash is kept.`,
  readsMine: "Your address shows the next steps of your deals.",
  readsAll: "Your address shows the next steps of all deals.",
  since: (at: Part) => html`It was made on ${at}.`,
  whose: "Whose deals",
  mine: "Mine",
  everyone: "Everyone’s",
  make: "Make an address",
  replace: "Make a new address",
  ends: "The address you have now ends with it.",
  revoke: "Revoke",
  thisAddress: "the address",
  revoked: "Calendars that read this address get nothing any more.",
  gone: "The address is revoked."
}
