export const scripts = {
  undo: "Undo",
  redo: "Redo",
  copied: "Copied.",
  noCopy: "The browser does not allow copying here: select the text and copy it.",
  failed: "Something went wrong. Reload the page and try again.",
  unreachable: "The service cannot be reached. Try again.",
  sureMove: "Press the keys again to move {deal} to {stage}.",
  newStage: "The new stage",
  stageAt: "{name} is now {place} of {all} in {lane}. Save the stages to keep it.",
  hasPasskey: "This device already has a passkey for this account.",
  noPasskey: "No passkey received. It was cancelled, took too long, or isn’t on this device.",
  wrongSite: "Passkeys work only at the address that this service is set up for (BASE_URL).",
  close: "Close",
  find: "Find deals, leads, contacts and settings",
  cannot: "The browser could not do this: {reason}"
}
