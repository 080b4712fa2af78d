/**
 * The message formats of chat tools. Text from users can neither mention anyone nor format anything: Slack gets plain text with control
 * characters as entities, Discord escaped punctuation, and Teams text runs without markup. Lengths stay below each tool's limits.
 */
import type { Provider } from "../../../schema/Webhook.ts"
import type { ChatMessage } from "./ChatMessage.ts"

/** Line breaks and control, bidirectional and invisible characters could make one value look like several. */
const flatten = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll(/[\p{Cf}--[\u200D\u2060]]/gv, "")
    .trim()

/** The beginning of `text` that fits into `max` characters after escaping. */
const fit = (text: string, max: number, escape: (character: string) => string): string => {
  let out = ""
  for (const character of flatten(text)) {
    const next = escape(character)
    if (out.length + next.length > max - 1) return `${out}…`
    out += next
  }
  // The tools reject empty texts.
  return out === "" ? "–" : out
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const forSlack = (character: string) => entities[character] ?? character

/** A word joiner prevents `@here` from being read as a mention, whatever a workspace's settings are. */
const withoutMentions = (text: string) => text.replaceAll(/@(?=here|channel|everyone)/giu, "@\u2060")

const slack = ({ facts, link, title }: ChatMessage) => {
  const plain = (text: string, max: number) => ({
    type: "plain_text",
    text: fit(withoutMentions(text), max, forSlack),
    emoji: false
  })
  const fields = facts.map(({ name, value }) => plain(`${name}: ${value}`, 500))
  return {
    text: fit(withoutMentions(title), 300, forSlack),
    mrkdwn: false,
    link_names: false,
    parse: "none",
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(title, 150) },
      ...(fields.length === 0 ? [] : [{ type: "section", fields }]),
      { type: "section", text: { type: "mrkdwn", text: `<${link.url}|${link.text}>`, verbatim: true } }
    ]
  }
}

/** A backslash makes any punctuation literal; an escaped colon also keeps a URL from becoming a link. */
const forDiscord = (character: string) => (/[!-/:-@[-`{-~]/u.test(character) ? `\\${character}` : character)

const discord = ({ facts, link, title }: ChatMessage) => ({
  allowed_mentions: { parse: [] },
  embeds: [
    {
      title: fit(title, 256, forDiscord),
      url: link.url,
      fields: facts.map(({ name, value }) => ({ name, value: fit(value, 1000, forDiscord), inline: true }))
    }
  ]
})

const asItIs = (character: string) => character

const msteams = ({ facts, link, title }: ChatMessage) => {
  const run = (text: string, max: number, look = {}) => ({
    type: "TextRun",
    text: fit(text, max, asItIs),
    ...look
  })
  const block = (...inlines: ReadonlyArray<object>) => ({ type: "RichTextBlock", inlines })
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.2",
          body: [
            block(run(title, 300, { weight: "bolder", size: "medium" })),
            ...facts.map(({ name, value }) =>
              block({ type: "TextRun", text: `${name}: `, weight: "bolder" }, run(value, 1000))
            )
          ],
          actions: [{ type: "Action.OpenUrl", title: link.text, url: link.url }]
        }
      }
    ]
  }
}

const formats = { slack, discord, msteams }

export const of = (provider: Exclude<Provider, "generic">, message: ChatMessage): object =>
  formats[provider](message)
