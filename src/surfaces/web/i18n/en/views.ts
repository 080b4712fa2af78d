import { html, type Part } from "../../Html.ts"

export const views = {
  label: "Saved views",
  save: "Save as a view…",
  keep: "Save view",
  name: "Name of the view",
  share: "Share with the workspace",
  shared: "shared",
  sharedBy: (name: Part) => html`Shared by ${name}`,
  change: "Change…",
  rename: "Save",
  saveChanges: "Save changes to the view",
  saved: (name: Part) => html`View ${name} saved.`,
  notFiltered: (names: string) =>
    `Part of the filter is invalid and was ignored (${names}). Check the filter.`,
  notKept: (names: string) =>
    `The view wasn’t saved: the filter is invalid (${names}). Correct or remove it.`,
  delete: "Delete",
  deleted: "View deleted.",
  gone: "This view was deleted, or isn’t shared with you.",
  deleteOwn: "The view is deleted permanently. Its deals and leads stay.",
  deleteShared: "The view is deleted permanently for everyone. Its deals and leads stay."
}
