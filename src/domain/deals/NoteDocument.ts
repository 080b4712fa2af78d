/** The rich-text document of a note that came as plain text. */

type Text = { readonly type: "text"; readonly text: string }
type Paragraph = { readonly type: "paragraph"; readonly content?: ReadonlyArray<Text> }

/** Paragraphs of a document; an empty one is written in 21 bytes, and a text may have 20,000 lines. */
const most = 1_000

const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split(/\r\n|\r|\n/u)
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join("\n")]
}

/** A paragraph a line, the last with whatever lines are left; an empty line is an empty paragraph. */
export const fromText = (
  text: string
): { readonly type: "doc"; readonly content: ReadonlyArray<Paragraph> } => ({
  type: "doc",
  content: linesOf(text).map((line) =>
    line === "" ? { type: "paragraph" } : { type: "paragraph", content: [{ type: "text", text: line }] }
  )
})
