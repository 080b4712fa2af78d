/** Helpers for tests of settings pages. */
import type { Page } from "./FormBrowser.ts"

/** Whether the page has a form whose address begins like this. */
export const leadsTo = ({ forms }: Page, prefix: string) =>
  forms.some(({ action }) => action.startsWith(prefix))
