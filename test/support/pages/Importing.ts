/** Imports a file on the page, in a browser without scripts. */
import type { FormBrowser, Page } from "./FormBrowser.ts"

const csrfOf = ({ forms }: Page) =>
  forms.flatMap(({ inputs }) => inputs).find(({ name }) => name === "csrf")!.value

interface Owner {
  readonly browser: FormBrowser
  readonly board: { readonly id: string }
}

interface Sent {
  readonly kind?: string
  readonly name?: string
  readonly csrf?: string
  readonly encoding?: string
}

/** Sends a file as a browser does, in a form of several parts. */
export const upload = async (
  { browser, board }: Owner,
  bytes: Uint8Array | string,
  { csrf, encoding = "", kind = "deals", name = "file.csv" }: Sent = {}
) => {
  const fields = { csrf: csrf ?? csrfOf(await browser.open("/account")), kind, board: board.id, encoding }
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer()).toString("latin1")
  const page = await browser.send("/import", {
    body: Buffer.from(body, "latin1") as unknown as string,
    headers: { "content-type": encoded.headers.get("content-type")! }
  })
  return page.status === 303 ? browser.open("/import") : page
}

export const isUnderWay = ({ text }: Page) => text.includes('http-equiv="refresh"')

/** Follows a page that goes on by itself, to its end. */
export const follow = async (browser: FormBrowser, page: Page): Promise<Page> =>
  isUnderWay(page) ? follow(browser, await browser.open("/import")) : page

/** Presses the button of a step. */
export const press = async (browser: FormBrowser, page: Page, step: string, fields = {}) =>
  follow(browser, await browser.submitTo(page, `/import/${step}`, fields))

export const counts = ({ text }: Page) =>
  [...text.matchAll(/<dd>([\d,]+)<\/dd>/gu)].map(([, number]) => Number(number!.replace(",", "")))
