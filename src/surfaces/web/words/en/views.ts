import { html, type Part } from "../../Html.ts"

export const views = {
  label: "Saved views",
  save: "Save as a view…",
  keep: "Save view",
  name: "Name of the view",
  share: "Everyone here sees it",
  shared: "shared",
  sharedBy: (name: Part) => html`Shared by ${name}`,
  change: "Change…",
  rename: "Save",
  saveChanges: "Save changes to the view",
  saved: (name: Part) => html`The view ${name} is saved.`,
  notFiltered: (names: string) =>
    `A part of the address can't be understood and filters nothing (${names}). Check the filter.`,
  notKept: (names: string) =>
    `A part of the filter can't be understood, so that the view is not saved (${names}). Correct it or leave it out.`,
  delete: "Delete",
  deleted: "View deleted.",
  gone: "This view isn't there any more, or isn't shared with you.",
  deleteOwn: "The view goes for good. The deals and leads in it stay.",
  deleteShared: "The view goes for good, for everyone here. The deals and leads in it stay."
}
