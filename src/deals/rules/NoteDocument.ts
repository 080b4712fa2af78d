/** Creates the rich-text document of a note that was sent as plain text. */

type Text = { readonly type: "text"; readonly text: string }
type Paragraph = { readonly type: "paragraph"; readonly content?: ReadonlyArray<Text> }

/** The maximum number of paragraphs: even an empty one takes 21 bytes, and a text may have 20,000 lines. */
const maxParagraphs = 1_000

const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split(/\r\n|\r|\n/u)
  return lines.length <= maxParagraphs
    ? lines
    : [...lines.slice(0, maxParagraphs - 1), lines.slice(maxParagraphs - 1).join("\n")]
}

/**
 * One paragraph per line; the last one holds all lines beyond the limit. Keys are in jsonb's order, so that the text equals the stored one.
 */
export const fromText = (
  text: string
): { readonly type: "doc"; readonly content: ReadonlyArray<Paragraph> } => ({
  type: "doc",
  content: linesOf(text).map((line) =>
    line === "" ? { type: "paragraph" } : { type: "paragraph", content: [{ text: line, type: "text" }] }
  )
})
