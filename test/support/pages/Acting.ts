/** What a person does on a page of the settings, by the addresses of its forms. */
import type { Form, FormBrowser, Fields, Page } from "./FormBrowser.ts"

/** The place of the form that leads to an action; -1 where the page has none. */
export const formTo = ({ forms }: Page, action: string): number =>
  forms.findIndex((form: Form) => form.action === action)

/** Opens a page, and sends its form with that action. */
export const submit = async (browser: FormBrowser, path: string, action: string, fields: Fields = {}) => {
  const page = await browser.open(path)
  return browser.submit(page, fields, formTo(page, action))
}

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
