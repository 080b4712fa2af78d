/** Acts on settings pages through the addresses of their forms. */
import type { Form, FormBrowser, Fields, Page } from "./FormBrowser.ts"

/** The index of the form with this action; -1 if there is none. */
export const formTo = ({ forms }: Page, action: string): number =>
  forms.findIndex((form: Form) => form.action === action)

/** Opens a page, and submits the form with this action. */
export const submit = async (browser: FormBrowser, path: string, action: string, fields: Fields = {}) => {
  const page = await browser.open(path)
  return browser.submit(page, fields, formTo(page, action))
}

/** Submits a form that the page does not show. */
export const sendAnyway = async (
  browser: FormBrowser,
  action: string,
  fields: Record<string, string> = {}
) => {
  const { forms } = await browser.open("/account")
  const csrf = forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
  return browser.send(action, { body: new URLSearchParams({ csrf, ...fields }).toString() })
}
