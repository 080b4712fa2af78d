import { assert, describe, test } from "@effect/vitest"
import { createHash } from "node:crypto"
import { Deal, toRow } from "../../../../schema/Deal.ts"
import { BoardId, DealId } from "../../../../schema/Id.ts"
import { Lead } from "../../../../schema/Lead.ts"
import { estimate } from "../../../../src/surfaces/mcp/results/TokenCount.ts"
import { tokensIn } from "../../../../scripts/tokens.ts"

/** The same bytes on every run. */
const bytes = (seed: string, count: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(count / 32) }, (_, n) =>
      createHash("sha256").update(`${seed} ${n}`).digest()
    )
  ).subarray(0, count)

const uuid = (seed: string) =>
  bytes(seed, 16)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5")

const [deal] = (Deal.ast.annotations as any).examples as [typeof Deal.Type]
const [lead] = (Lead.ast.annotations as any).examples as [typeof Lead.Type]

/** Names and companies as people have them, by language. */
const people: Record<string, ReadonlyArray<string>> = {
  English: ["Ada Park", "Northwind Traders", "Riverside Logistics", "Maya Thompson", "Blue Harbor Foods"],
  German: [
    "Jürgen Müller",
    "Großhandel Weiß GmbH",
    "Stadtwerke Köln",
    "Annegret Schäfer",
    "Möbelhaus Lübeck"
  ],
  French: [
    "Élodie Lefèvre",
    "Société Générale d'Équipement",
    "Hôtel de la Paix",
    "Benoît Marchand",
    "Café Crème"
  ],
  Polish: [
    "Łukasz Wiśniewski",
    "Zakłady Chemiczne Łódź",
    "Grażyna Dąbrowska",
    "Przedsiębiorstwo Handlowe",
    "Żabka"
  ],
  Vietnamese: [
    "Nguyễn Thị Hương",
    "Công ty Thương mại Sài Gòn",
    "Trần Văn Đức",
    "Phạm Quốc Bảo",
    "Đà Nẵng Foods"
  ],
  Japanese: ["田中 太郎", "株式会社山田製作所", "鈴木 花子", "東京エレクトロン", "佐藤商事"],
  Chinese: ["王小明", "上海贸易有限公司", "李娜", "北京科技股份公司", "深圳电子"],
  Korean: ["김민준", "삼성물산 주식회사", "이서연", "한국전자", "박지훈"],
  Arabic: ["محمد العلي", "شركة النور للتجارة", "فاطمة الزهراء", "مؤسسة الخليج", "أحمد حسن"],
  Russian: ["Иван Петров", "ООО Северный Ветер", "Ольга Смирнова", "Завод Металлист", "Торговый дом Волга"]
}

const sentences: Record<string, string> = {
  English:
    "Thanks for the call yesterday. We track about 200 trailers across three depots and want live positions, alerts when a door opens, and a monthly report for our insurer. Budget is approved for the third quarter; the decision is made by our head of operations.",
  German:
    "Vielen Dank für das Gespräch gestern. Wir verwalten rund 200 Anhänger an drei Standorten und möchten wissen, wo sie gerade stehen. Das Budget ist für das dritte Quartal freigegeben, die Entscheidung trifft unsere Betriebsleiterin.",
  French:
    "Merci pour votre appel d'hier. Nous suivons environ 200 remorques dans trois dépôts et nous voulons connaître leur position. Le budget est approuvé pour le troisième trimestre; la décision revient à notre directrice des opérations.",
  Japanese:
    "昨日はお電話ありがとうございました。私たちは三つの拠点で約200台のトレーラーを管理しており、現在の位置を知りたいと考えています。予算は第三四半期に承認されています。",
  Chinese:
    "感谢您昨天的来电。我们在三个仓库管理大约200辆拖车，希望了解它们的实时位置。第三季度的预算已经批准，由我们的运营总监做决定。",
  Arabic:
    "شكرا على مكالمتكم أمس. نحن ندير حوالي 200 مقطورة في ثلاثة مواقع ونريد معرفة أماكنها. تمت الموافقة على الميزانية للربع الثالث.",
  Emoji:
    "Great call 🚀 with the team 👍🏽, they love it ❤️ and start in May ✅🎉. 🇩🇪 is next! 👩‍💻 sends the docs."
}

const pick = (list: ReadonlyArray<string>, n: number) => list[n % list.length]!

const deals = (names: ReadonlyArray<string>) =>
  Array.from({ length: 25 }, (_, n) => ({
    ...deal,
    id: DealId.make(uuid(`deal ${n}`)),
    boardId: BoardId.make(uuid("board")),
    name: `${pick(names, n)} ${pick(["licence", "rollout", "renewal"], n)} ${n}`,
    company: pick(names, n + 1),
    amountCents: Number.parseInt(bytes(`amount ${n}`, 4).toString("hex"), 16),
    ownerName: pick(names, n + 3)
  }))

const leads = (names: ReadonlyArray<string>, message: string) =>
  Array.from({ length: 15 }, (_, n) => ({
    ...lead,
    id: uuid(`lead ${n}`),
    contact: { ...lead.contact, firstName: pick(names, n), companyName: pick(names, n + 1), message },
    attribution: { ...lead.attribution, gclid: bytes(`click ${n}`, 30).toString("base64url") }
  }))

const history = (body: string) =>
  Array.from({ length: 10 }, (_, n) => ({
    at: "2026-05-01T09:31:00.000Z",
    by: uuid(`key ${n}`),
    payload: { status: "complete", score: 50 + n, verdict: "Strong fit", body, domain: `acme-${n}.example` }
  }))

const page = (data: ReadonlyArray<unknown>) => ({
  data,
  hasMore: true,
  nextCursor: bytes("c", 90).toString("base64url")
})

const answers: Record<string, unknown> = {
  ...Object.fromEntries(
    Object.entries(people).flatMap(([language, names]) => [
      [`deals in ${language}`, page(deals(names))],
      [
        `short deals in ${language}`,
        page(
          deals(names).map((one) =>
            toRow(one, {
              owner: one.ownerName,
              board: "Sales",
              source: null,
              fields: [],
              dayOf: (time) => time.slice(0, 10)
            })
          )
        )
      ],
      [`leads in ${language}`, page(leads(names, sentences[language] ?? sentences["English"]!))]
    ])
  ),
  ...Object.fromEntries(
    Object.entries(sentences).map(([language, text]) => [`a history in ${language}`, page(history(text))])
  ),
  "base64 text": { body: bytes("base64", 9_000).toString("base64") },
  "hexadecimal text": { body: bytes("hex", 6_000).toString("hex") },
  "long numbers": Array.from({ length: 500 }, (_, n) =>
    Number.parseInt(bytes(`n ${n}`, 6).toString("hex"), 16)
  ),
  ids: Array.from({ length: 200 }, (_, n) => uuid(`id ${n}`))
}

describe("the estimate of tokens", () => {
  for (const [what, answer] of Object.entries(answers)) {
    test(`is near the tokenizer's count for ${what}`, () => {
      const text = JSON.stringify(answer)
      const ratio = estimate(text) / tokensIn(text)
      assert.isAtLeast(ratio, 0.97, what)
      assert.isAtMost(ratio, 1.25, what)
    })
  }

  test("never falls short of a text of one character", () => {
    for (const character of ["語", "é", "x", "7", " ", "-", "🚀", "ß", "ض"]) {
      const text = character.repeat(2_000)
      assert.isAtLeast(estimate(text), tokensIn(text) * 0.97, character)
    }
  })

  test("never falls far short of random letters, marks and signs", () => {
    const random = (from: number, count: number) =>
      Array.from({ length: 1_500 }, (_, n) =>
        String.fromCharCode(from + (bytes(`${from} ${n}`, 2).readUInt16BE() % count))
      ).join("")
    for (const [from, count] of [
      [33, 94],
      [65, 26],
      [97, 26],
      [0x300, 0x60],
      [0x410, 64],
      [0x627, 36],
      [0x905, 48],
      [0x1200, 0x80],
      [0x4e00, 20_000],
      [0xa000, 0x400],
      [0xac00, 11_000]
    ] as const) {
      const text = random(from, count)
      assert.isAtLeast(estimate(text) / tokensIn(text), 0.97, from.toString(16))
    }
    const table = "| Q1 | 12,500.00 | -3.2% |\\n".repeat(100)
    assert.isAtLeast(estimate(table) / tokensIn(table), 0.97)
  })

  test("takes one pass, whatever the text", () => {
    const text = JSON.stringify(answers["leads in German"])
    for (const part of [
      text,
      "x".repeat(text.length),
      " ".repeat(text.length),
      "é\u0301".repeat(text.length / 2)
    ]) {
      // A quadratic walk over two million characters would take minutes, which a test doesn't have.
      const ratio = estimate(part.repeat(50)) / estimate(part)
      assert.isAbove(ratio, 45)
      assert.isBelow(ratio, 55)
    }
  })
})
