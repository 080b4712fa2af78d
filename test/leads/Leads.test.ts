import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { submitted } from "../../schema/LeadSubmission.ts"
import { TestService } from "../support/server/TestService.ts"

const fields = (answer: { readonly body: any }) => answer.body.error.meta.issues.map((one: any) => one.path)

layer(TestService.layer())("leads over REST", (it) => {
  it.effect("creates a lead on the first board and reads it back", () =>
    Effect.gen(function* () {
      const { board, send } = yield* (yield* TestService).workspace()
      yield* Effect.promise(() => send("POST", "/v1/boards", { name: "Second" }))
      const sent = {
        firstName: "Mia",
        lastName: "Chen",
        workEmail: "Mia@Acme.example",
        consent: "Yes",
        consentText: "You may call me.",
        source: "import",
        utmSource: "news"
      }
      const made = yield* Effect.promise(() => send("POST", "/v1/leads", sent))
      assert.strictEqual(made.status, 201, made.text)
      assert.strictEqual(made.body.boardId, board.id)
      assert.strictEqual(made.body.triageStatus, "new")
      assert.strictEqual(made.body.source, "form")
      assert.strictEqual(made.body.dealId, null)
      assert.deepStrictEqual(made.body.contact, {
        firstName: "Mia",
        lastName: "Chen",
        email: "Mia@Acme.example",
        phone: null,
        companyName: null,
        companyWebsite: null,
        message: null,
        howHeard: null,
        consent: true
      })
      assert.strictEqual(Object.keys(made.body.attribution).length, 13)
      assert.strictEqual(made.body.attribution.source, "import")
      assert.strictEqual(made.body.attribution.utmSource, "news")
      assert.strictEqual(made.body.attribution.consentText, "You may call me.")
      assert.strictEqual(made.body.attribution.gclid, null)
      assert.deepStrictEqual(made.body.enrichment, { history: [] })
      const read = yield* Effect.promise(() => send("GET", `/v1/leads/${made.body.id}`))
      assert.deepStrictEqual(read.body, made.body)
    })
  )

  it.effect("takes the source email, and assumes form if no source was sent", () =>
    Effect.gen(function* () {
      const { send } = yield* (yield* TestService).workspace()
      const create = (body: object) =>
        Effect.map(
          Effect.promise(() => send("POST", "/v1/leads", { firstName: "A", ...body })),
          ({ body }) => [body.source, body.attribution.source]
        )
      assert.deepStrictEqual(yield* create({ source: "email" }), ["email", "email"])
      assert.deepStrictEqual(yield* create({}), ["form", null])
    })
  )

  it.effect("accepts the words that forms use for consent, and refuses others", () =>
    Effect.gen(function* () {
      const { send } = yield* (yield* TestService).workspace()
      const consent = (value: unknown) =>
        Effect.map(
          Effect.promise(() => send("POST", "/v1/leads", { firstName: "A", consent: value })),
          ({ body, status }) => (status === 201 ? body.contact.consent : body.error.code)
        )
      for (const value of [true, "true", "1", "YES", "On"]) assert.strictEqual(yield* consent(value), true)
      for (const value of [false, "false", "0", "No", "off", ""])
        assert.strictEqual(yield* consent(value), false)
      assert.strictEqual(yield* consent(null), null)
      for (const value of ["perhaps", 1]) assert.strictEqual(yield* consent(value), "invalid_body")
    })
  )

  it.effect(
    "treats null and empty text in an optional field as not sent, as website builders send them",
    () =>
      Effect.gen(function* () {
        const { board, send } = yield* (yield* TestService).workspace()
        const bare = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
        const names = ["boardId", ...Object.keys(submitted)].filter((name) => name !== "firstName")
        for (const nothing of [null, ""]) {
          const all = Object.fromEntries(names.map((name) => [name, nothing]))
          const { body, status, text } = yield* Effect.promise(() =>
            send("POST", "/v1/leads", { ...all, firstName: "A" })
          )
          assert.strictEqual(status, 201, text)
          assert.strictEqual(body.boardId, board.id)
          assert.deepStrictEqual(body.contact, {
            ...bare.body.contact,
            consent: nothing === "" ? false : null
          })
          assert.deepStrictEqual(body.attribution, bare.body.attribution)
          const unsaid = yield* Effect.promise(() =>
            send("POST", "/v1/leads", { ...all, firstName: nothing })
          )
          assert.deepStrictEqual([unsaid.status, unsaid.body.error.code], [400, "invalid_body"])
          const unknown = yield* Effect.promise(() =>
            send("POST", "/v1/leads", { firstName: "A", email: nothing })
          )
          assert.deepStrictEqual([unknown.status, unknown.body.error.code], [400, "unknown_field"])
        }
      })
  )

  it.effect("refuses an empty lead, and invalid fields, with 400", () =>
    Effect.gen(function* () {
      const { send } = yield* (yield* TestService).workspace()
      const refused = [
        [{}, "invalid_body", [""]],
        [{ firstName: " ", lastName: "", message: "\t" }, "invalid_body", [""]],
        [{ phone: "123", howHeard: "a friend" }, "invalid_body", [""]],
        [{ workEmail: "nobody" }, "invalid_body", ["workEmail"]],
        [{ firstName: "A", workEmail: "a@b" }, "invalid_body", ["workEmail"]],
        [{ firstName: "A", source: "fax" }, "invalid_body", ["source"]],
        [{ firstName: 1 }, "invalid_body", ["firstName"]],
        [{ firstName: "A", boardId: "x" }, "invalid_body", ["boardId"]],
        [{ firstName: "A\u0000" }, "invalid_body", ["firstName"]],
        [{ firstName: "A", email: "a@b.co" }, "unknown_field", ["email"]]
      ] as const
      for (const [body, code, paths] of refused) {
        const answer = yield* Effect.promise(() => send("POST", "/v1/leads", body))
        assert.strictEqual(answer.status, 400, JSON.stringify(body))
        assert.strictEqual(answer.body.error.code, code)
        assert.deepStrictEqual(fields(answer), [...paths])
      }
    })
  )

  it.effect("finds no board and no lead of another workspace", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const [mine, other] = [yield* service.workspace(), yield* service.workspace()]
      const lead = yield* Effect.promise(() => other.send("POST", "/v1/leads", { firstName: "A" }))
      const id = lead.body.id
      const onBoard = yield* Effect.promise(() =>
        mine.send("POST", "/v1/leads", { firstName: "A", boardId: other.board.id })
      )
      assert.deepStrictEqual([onBoard.status, onBoard.body.error.code], [404, "board_not_found"])
      for (const [method, path] of [
        ["GET", `/v1/leads/${id}`],
        ["PATCH", `/v1/leads/${id}`],
        ["GET", "/v1/leads/none"]
      ] as const) {
        const answer = yield* Effect.promise(() => mine.send(method, path))
        assert.deepStrictEqual([answer.status, answer.body.error.code], [404, "lead_not_found"])
      }
      const list = yield* Effect.promise(() => mine.send("GET", `/v1/leads?boardId=${other.board.id}`))
      assert.deepStrictEqual(list.body.data, [])
    })
  )

  it.effect("filters by board, status, view and text", () =>
    Effect.gen(function* () {
      const { board, send } = yield* (yield* TestService).workspace()
      const second = yield* Effect.promise(() => send("POST", "/v1/boards", { name: "Second" }))
      const add = (body: object) =>
        Effect.map(
          Effect.promise(() => send("POST", "/v1/leads", body)),
          ({ body }) => body.id as string
        )
      const acme = yield* add({ companyName: "ACME 100%", message: "zebra" })
      const mia = yield* add({ firstName: "Mia", lastName: "Öst", boardId: second.body.id })
      const mail = yield* add({ workEmail: "jo_h@north.example" })
      const site = yield* add({ firstName: "X", companyWebsite: "https://halden.example" })
      const triage = (id: string, triageStatus: string) =>
        Effect.promise(() => send("PATCH", `/v1/leads/${id}`, { triageStatus }))
      yield* triage(acme, "junk")
      yield* triage(mail, "contacted")
      const names = { acme, mia, mail, site }
      const found = (query: string) =>
        Effect.map(
          Effect.promise(() => send("GET", `/v1/leads?${query}`)),
          ({ body, text }) =>
            body.data?.map(({ id }: any) => Object.entries(names).find(([, one]) => one === id)?.[0]) ?? text
        )
      assert.deepStrictEqual(yield* found(""), ["site", "mail", "mia", "acme"])
      assert.deepStrictEqual(yield* found("view=active"), ["site", "mail", "mia"])
      assert.deepStrictEqual(yield* found("triageStatus=junk"), ["acme"])
      assert.deepStrictEqual(yield* found("triageStatus=junk&view=active"), [])
      assert.deepStrictEqual(yield* found("triageStatus=lost"), [])
      assert.deepStrictEqual(yield* found("triageStatus="), [])
      assert.deepStrictEqual(yield* found(`boardId=${board.id}&triageStatus=new`), ["site"])
      assert.deepStrictEqual(yield* found(`boardId=${second.body.id}`), ["mia"])
      assert.deepStrictEqual(yield* found("q=acme"), ["acme"])
      assert.deepStrictEqual(yield* found(`q=${encodeURIComponent("0%")}`), ["acme"])
      assert.deepStrictEqual(yield* found(`q=${encodeURIComponent("O_h@")}`), ["mail"])
      assert.deepStrictEqual(yield* found(`q=${encodeURIComponent("IA öS")}`), ["mia"])
      assert.deepStrictEqual(yield* found("q=HALDEN.ex"), ["site"])
      assert.deepStrictEqual(yield* found("q=zebra"), [])
      assert.deepStrictEqual(yield* found("q=%20"), ["site", "mail", "mia", "acme"])
      for (const query of [
        "view=all",
        "sort=age",
        "limit=0",
        "boardId=x",
        "triage=new",
        `q=${"a".repeat(121)}`
      ]) {
        const answer = yield* Effect.promise(() => send("GET", `/v1/leads?${query}`))
        assert.deepStrictEqual([answer.status, answer.body.error.code], [400, "invalid_query"], query)
      }
    })
  )

  it.effect("lists every lead once in either order, while new leads arrive", () =>
    Effect.gen(function* () {
      const { send } = yield* (yield* TestService).workspace()
      const scores = [50, undefined, 0, 99.5, 50, undefined, 100, 50]
      const ids: Array<string> = []
      for (const score of scores) {
        const made = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
        ids.push(made.body.id)
        if (score !== undefined) {
          yield* Effect.promise(() => send("PATCH", `/v1/leads/${made.body.id}`, { enrichment: { score } }))
        }
      }
      const walk = Effect.fnUntraced(function* (sort: string) {
        const seen: Array<string> = []
        let cursor = ""
        do {
          const page = yield* Effect.promise(() => send("GET", `/v1/leads?limit=3${sort}${cursor}`))
          assert.strictEqual(page.status, 200, page.text)
          seen.push(...page.body.data.map(({ id }: any) => id))
          yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "Later" }))
          cursor = page.body.hasMore ? `&cursor=${page.body.nextCursor}` : ""
        } while (cursor !== "")
        return seen.filter((id) => ids.includes(id)).map((id) => ids.indexOf(id))
      })
      assert.deepStrictEqual(yield* walk(""), [7, 6, 5, 4, 3, 2, 1, 0])
      assert.deepStrictEqual(yield* walk("&sort=score"), [6, 3, 7, 4, 0, 2, 5, 1])
      const first = yield* Effect.promise(() => send("GET", "/v1/leads?limit=1&sort=score"))
      const moved = yield* Effect.promise(() =>
        send("GET", `/v1/leads?limit=1&cursor=${first.body.nextCursor}`)
      )
      assert.strictEqual(moved.body.error.code, "invalid_cursor")
    })
  )

  it.effect("lets a viewer read leads but not write them", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { workspace } = yield* service.workspace()
      const viewer = yield* service.member(workspace.id, "viewer")
      assert.strictEqual((yield* Effect.promise(() => viewer.send("GET", "/v1/leads"))).status, 200)
      const answer = yield* Effect.promise(() => viewer.send("POST", "/v1/leads", { firstName: "A" }))
      assert.deepStrictEqual([answer.status, answer.body.error.code], [403, "insufficient_scope"])
    })
  )
})
