/** The rich-text document of a note that came as plain text. */

type Text = { readonly type: "text"; readonly text: string }
type Paragraph = { readonly type: "paragraph"; readonly content?: ReadonlyArray<Text> }

/** A paragraph a line; an empty line is an empty paragraph. */
export const fromText = (
  text: string
): { readonly type: "doc"; readonly content: ReadonlyArray<Paragraph> } => ({
  type: "doc",
  content: text
    .split(/\r\n|\r|\n/u)
    .map((line) =>
      line === "" ? { type: "paragraph" } : { type: "paragraph", content: [{ type: "text", text: line }] }
    )
})
