/** What tests of the settings' pages do over and over: find a form by where it leads, send one a page does not show. */
import type { Fields, FormBrowser, Page } from "./FormBrowser.ts"

/** Fills in the page's form that leads to `action`; fails where there is none. */
export const submitTo = (browser: FormBrowser, page: Page, action: string, changes: Fields = {}) => {
  const index = page.forms.findIndex((form) => form.action === action)
  if (index < 0) throw new Error(`${page.url} has no form to ${action}`)
  return browser.submit(page, changes, index)
}

/** Whether the page shows a form to any address that begins so. */
export const leadsTo = ({ forms }: Page, prefix: string) =>
  forms.some(({ action }) => action.startsWith(prefix))

/** What a page without that form would send. */
export const sendAnyway = async (
  browser: FormBrowser,
  action: string,
  fields: Record<string, string> = {}
) => {
  const { forms } = await browser.open("/account")
  const csrf = forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
  return browser.send(action, { body: new URLSearchParams({ csrf, ...fields }).toString() })
}
