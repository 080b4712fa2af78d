/** What tests of the settings' pages ask of a page. */
import type { Page } from "./FormBrowser.ts"

/** Whether the page shows a form to any address that begins so. */
export const leadsTo = ({ forms }: Page, prefix: string) =>
  forms.some(({ action }) => action.startsWith(prefix))
