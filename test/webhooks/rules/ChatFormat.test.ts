import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as ChatFormat from "../../../src/webhooks/rules/ChatFormat.ts"
import type { ChatMessage } from "../../../src/webhooks/rules/ChatMessage.ts"

const messageOf = (text: string): ChatMessage => ({
  title: `Deal won: ${text}`,
  facts: [
    { name: "Company", value: text },
    { name: "Amount", value: "12.00 USD" }
  ],
  link: { text: "Open the deal", url: "https://crm.example.com/deals/1" }
})

const hostile = [
  "<!channel> <!here|here> <@U123> <#C1>",
  "<https://evil.example|click>",
  "@everyone @here @channel",
  "[click](https://evil.example)",
  "https://evil.example",
  "*bold* _it_ ~no~ `code` ||spoiler|| > quote # head",
  "line\nbreak\r\n\u2028more\u0000",
  "left\u202Eright\u200B"
]

/** Every text in a message that contains user input. */
const slackTexts = (text: string) => {
  const { blocks, ...rest } = ChatFormat.of("slack", messageOf(text)) as any
  const [header, section, link] = blocks
  return {
    texts: [rest.text, header.text.text, ...section.fields.map((field: any) => field.text)],
    rest,
    link
  }
}

const discordTexts = (text: string) => {
  const [embed] = (ChatFormat.of("discord", messageOf(text)) as any).embeds
  return [embed.title, ...embed.fields.map((field: any) => field.value)] as ReadonlyArray<string>
}

const teamsRuns = (text: string) => {
  const [{ content }] = (ChatFormat.of("msteams", messageOf(text)) as any).attachments
  return { content, runs: content.body.flatMap((block: any) => block.inlines) as ReadonlyArray<any> }
}

describe("ChatFormat", () => {
  for (const text of hostile) {
    it(`lets ${JSON.stringify(text)} do nothing in Slack`, () => {
      const { rest, texts } = slackTexts(text)
      for (const one of texts) {
        assert.notMatch(one, /[<>\p{Cc}\u202E\u200B\u2028]/u)
        assert.notMatch(one, /&(?!amp;|lt;|gt;)/u)
        assert.notMatch(one, /@(here|channel|everyone)/u)
      }
      assert.isFalse(rest.mrkdwn)
      assert.isFalse(rest.link_names)
    })

    it(`lets ${JSON.stringify(text)} do nothing in Discord`, () => {
      for (const one of discordTexts(text)) {
        // No markup is left apart from the escaped pairs.
        assert.notMatch(one.replaceAll(/\\[!-/:-@[-`{-~]/gu, ""), /[!-/:-@[-`{-~\p{Cc}\u202E\u200B]/u)
      }
    })

    it(`lets ${JSON.stringify(text)} do nothing in Teams`, () => {
      const { content, runs } = teamsRuns(text)
      assert.isTrue(content.body.every((block: any) => block.type === "RichTextBlock"))
      assert.isTrue(runs.every((run) => run.type === "TextRun" && run.selectAction === undefined))
      assert.isUndefined(content.msteams)
    })
  }

  it("forbids every mention in Discord", () => {
    assert.deepStrictEqual((ChatFormat.of("discord", messageOf("x")) as any).allowed_mentions, { parse: [] })
  })

  it("links to the deal, and nowhere else", () => {
    const link = "https://crm.example.com/deals/1"
    assert.strictEqual(slackTexts("x").link.text.text, `<${link}|Open the deal>`)
    assert.strictEqual((ChatFormat.of("discord", messageOf("x")) as any).embeds[0].url, link)
    assert.strictEqual(teamsRuns("x").content.actions[0].url, link)
  })

  it("keeps to the tools' length limits, whatever the text", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 3000 }),
      fc.constantFrom("*".repeat(20_000), "<".repeat(20_000), "👩‍👩‍👧".repeat(5000), "\u200B", "", " ")
    )
    fc.assert(
      fc.property(text, (text) => {
        const { texts } = slackTexts(text)
        assert.isAtMost(texts[1]!.length, 150)
        for (const one of texts) assert.isTrue(one.length > 0 && one.length <= 2000)
        const discord = discordTexts(text)
        assert.isAtMost(discord[0]!.length, 256)
        for (const one of discord) assert.isTrue(one.length > 0 && one.length <= 1024)
        assert.isAtMost(JSON.stringify(ChatFormat.of("msteams", messageOf(text))).length, 28_000)
      })
    )
  })
})
