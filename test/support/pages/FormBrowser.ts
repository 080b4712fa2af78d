/** A browser without scripts: keeps cookies, follows redirects, fills in forms. */

interface Input {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly checked: boolean
}

export interface Form {
  readonly action: string
  /** Shown by a script alone. */
  readonly hidden: boolean
  readonly inputs: ReadonlyArray<Input>
}

export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly forms: ReadonlyArray<Form>
}

export type Fields = Readonly<Record<string, string | ReadonlyArray<string>>>

const unescape = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#96;", "`")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

const attribute = (tag: string, name: string) => {
  const match = new RegExp(`\\s${name}="([^"]*)"`, "u").exec(tag)
  return match === null ? undefined : unescape(match[1]!)
}

/** A select's chosen option; the first if none is marked. */
const chosen = (options: string): string => {
  const tags = [...options.matchAll(/<option[^>]*>/gu)].map(([tag]) => tag)
  const tag = tags.find((one) => /\sselected[\s/>]/u.test(one)) ?? tags[0] ?? ""
  return attribute(tag, "value") ?? ""
}

const control = (tag: string, type: string, value: string): Input => ({
  name: attribute(tag, "name") ?? "",
  type,
  value,
  checked: /\schecked[\s/>]/u.test(tag)
})

const controlsOf = (body: string): ReadonlyArray<Input> => [
  ...[...body.matchAll(/<input[^>]*>/gu)].map(([tag]) =>
    control(tag, attribute(tag, "type") ?? "text", attribute(tag, "value") ?? "")
  ),
  // HTML ignores a line break at the start of a textarea.
  ...[...body.matchAll(/(<textarea[^>]*>)\n?([^<]*)<\/textarea>/gu)].map(([, tag = "", text = ""]) =>
    control(tag, "textarea", unescape(text).replaceAll(/\r?\n/gu, "\r\n"))
  ),
  ...[...body.matchAll(/(<select[^>]*>)([\s\S]*?)<\/select>/gu)].map(([, tag = "", options = ""]) =>
    control(tag, "select", chosen(options))
  )
]

const formsOf = (html: string): ReadonlyArray<Form> =>
  [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/gu)].map(([, tag = "", body = ""]) => ({
    action: attribute(tag, "action") ?? "",
    hidden: /\shidden(\s|$)/u.test(tag),
    inputs: controlsOf(body)
  }))

/** The fields that a browser sends of an unchanged form. */
const defaults = (form: Form): Array<[string, string]> =>
  form.inputs
    .filter(({ checked, type }) => (type !== "checkbox" && type !== "radio") || checked)
    .map(({ name, value }) => [name, value])

export class FormBrowser {
  /** Cookies by name. Paths are respected; hosts are ignored, since there is only one. */
  readonly cookies = new Map<string, { readonly value: string; readonly path: string }>()
  readonly base: string
  constructor(base: string) {
    this.base = base
  }

  private keep(headers: Headers) {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(/;\s*/u)
      const mark = pair.indexOf("=")
      const name = pair.slice(0, mark)
      const path = attributes.find((one) => /^path=/iu.test(one))?.slice(5) ?? "/"
      const gone = attributes.some((one) => /^(max-age=0|expires=Thu, 01 Jan 1970)/iu.test(one))
      if (gone) this.cookies.delete(name)
      else this.cookies.set(name, { value: pair.slice(mark + 1), path })
    }
  }

  private cookieHeader(url: URL) {
    return [...this.cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ")
  }

  /** Sends one request, without following redirects. */
  async send(url: string, init: { body?: string; headers?: Record<string, string> } = {}): Promise<Page> {
    const target = new URL(url, this.base)
    const response = await fetch(target, {
      method: init.body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        cookie: this.cookieHeader(target),
        ...(init.body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        ...init.headers
      },
      ...(init.body === undefined ? {} : { body: init.body })
    })
    this.keep(response.headers)
    const text = await response.text()
    return {
      url: target.href,
      status: response.status,
      headers: response.headers,
      text,
      forms: formsOf(text)
    }
  }

  private async follow(page: Page): Promise<Page> {
    const location = page.headers.get("location")
    if (page.status < 300 || page.status > 399 || location === null) return page
    const target = new URL(location, page.url)
    // Redirects to other origins are not followed: the test checks them.
    if (target.origin !== new URL(this.base).origin) return { ...page, url: target.href }
    return this.follow(await this.send(target.href))
  }

  async open(url: string): Promise<Page> {
    return this.follow(await this.send(url))
  }

  /** Submits the last form that is shown, with some fields changed; an empty list leaves a field out. */
  async submit(
    page: Page,
    changes: Fields = {},
    index = page.forms.findLastIndex(({ hidden }) => !hidden)
  ): Promise<Page> {
    const form = page.forms[index]!
    const body = new URLSearchParams(defaults(form).filter(([name]) => !(name in changes)))
    for (const [name, value] of Object.entries(changes)) {
      for (const one of [value].flat()) body.append(name, one)
    }
    return this.follow(await this.send(new URL(form.action, page.url).href, { body: body.toString() }))
  }

  /** Submits the page's form with this action. */
  async submitTo(page: Page, action: string, changes: Fields = {}): Promise<Page> {
    const index = page.forms.findIndex((form) => form.action === action)
    if (index < 0) throw new Error(`${page.url} has no form that goes to ${action}`)
    return this.submit(page, changes, index)
  }

  async signIn(email: string, password: string): Promise<Page> {
    return this.submit(await this.open("/sign-in"), { email, password })
  }
}
