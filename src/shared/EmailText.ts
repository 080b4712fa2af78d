/** An email as plain text and HTML, with paragraphs of text or links. */

export interface EmailText {
  /** Default: English. */
  readonly language?: string
  readonly subject: string
  /** A paragraph with an `href` has a line of its own, so that people can copy it. */
  readonly paragraphs: ReadonlyArray<string | { readonly href: string }>
}

interface RenderedEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const escape = (text: string) => text.replaceAll(/[&<>"]/gu, (char) => entities[char]!)

/** Puts a name on one line, and removes characters that change text direction or start a header, because people type names. */
const line = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim()

export const write = ({ language = "en", paragraphs, subject }: EmailText): RenderedEmail => ({
  subject: line(subject).slice(0, 200),
  text: `${paragraphs.map((one) => (typeof one === "string" ? line(one) : one.href)).join("\n\n")}\n`,
  html: `<!doctype html><html lang="${language}"><body style="font-family: sans-serif; line-height: 1.5">${paragraphs
    .map((one) =>
      typeof one === "string"
        ? `<p>${escape(line(one))}</p>`
        : `<p><a href="${escape(one.href)}">${escape(one.href)}</a></p>`
    )
    .join("")}</body></html>`
})
