/** Harder jobs that change: imports, duplicates, bulk edits, boards, approvals, undo. */
import type { Job } from "./Job.ts"
import { idsOf } from "./Steps.ts"

const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

export const upkeepJobs: ReadonlyArray<Job> = [
  {
    asks: "Which of the new leads are in a deal already?",
    most: 8_000,
    play: async (agent, { rest, sales }) => {
      const known = (await rest("GET", "/v1/deals?limit=5&search=Umbrella")).data.map(
        ({ primaryContact }: any) => primaryContact.email
      )
      for (const [n, workEmail] of known.entries())
        await rest("POST", "/v1/leads", { boardId: sales, lastName: `Known ${n}`, workEmail })
      const { data } = await agent.call("list_leads", {
        ...{ triageStatus: "new", fields: ["email"], limit: 50 }
      })
      const emails = data.flatMap(({ email }: any) => email ?? [])
      const matched = await agent.reach("match emails", "match_contacts", { emails })
      const both = matched.data.filter((one: any) => one.deals.length > 0)
      return {
        "those five": both.length === 5 && both.every(({ email }: any) => known.includes(email)),
        "the others are new": matched.data.length > 20
      }
    }
  },
  {
    asks: "Ben leaves: give his 20 deals to me.",
    most: 2_500,
    play: async (agent, { colleague, rest }) => {
      const { user } = await colleague("GET", "/v1/me")
      for (const id of await idsOf(rest, "/v1/deals?limit=20"))
        await rest("PATCH", `/v1/deals/${id}`, { ownerId: user.id })
      const { data } = await agent.call("list_members", {})
      const leaver = data.find(({ role }: any) => role === "member")
      const change = { filter: { ownerId: leaver.id }, ownerId: "me" }
      const { dryRun } = await agent.reach("update many deals", "bulk_update_deals", {
        ...change,
        dryRun: true
      })
      const { updated } = await agent.call("call_tool", {
        name: "bulk_update_deals",
        arguments: { ...change, plan: dryRun.plan }
      })
      return {
        "the twenty": updated === 20,
        "none is left": (await idsOf(rest, `/v1/deals?ownerId=${user.id}`)).length === 0
      }
    }
  },
  {
    asks: "Import these 300 leads of a CSV file.",
    most: 30_000,
    play: async (agent, { rest }) => {
      const rows = Array.from({ length: 300 }, (_, n) => ({
        externalId: `csv-${n}`,
        firstName: `Row ${n}`,
        workEmail: `row${n}@csv.example`,
        companyName: "CSV Inc"
      }))
      const boardId = "Sales"
      const first = { boardId, rows: rows.slice(0, 200) }
      const { created } = await agent.reach("import leads", "import_leads", first)
      const second = await agent.call("call_tool", {
        name: "import_leads",
        arguments: { boardId, rows: rows.slice(200) }
      })
      return {
        "all of them": created + second.created === 300,
        "they are there": (await rest("GET", "/v1/leads?externalId=csv-299")).data.length === 1
      }
    }
  },
  {
    asks: "Chase the eight overdue steps: a follow-up email for each, and the step in a week.",
    play: async (agent, { rest }) => {
      const overdue = await idsOf(rest, "/v1/deals?limit=8&search=Stark")
      for (const id of overdue)
        await rest("PATCH", `/v1/deals/${id}`, { nextStep: "Chase", nextStepAt: "2026-01-05" })
      const { data } = await agent.call("list_deals", { overdue: true })
      const templates = await agent.reach("list templates", "list_templates", {})
      const emails: Array<any> = []
      for (const { id } of data) {
        emails.push(await agent.call("render_template", { id: templates.data[0].id, dealId: id }))
        await agent.call("update_deal", { id, nextStepAt: since(-7) })
      }
      return {
        "an email each": emails.length === overdue.length && emails.every(({ to }) => to.includes("@stark")),
        "none is overdue": (await idsOf(rest, "/v1/deals?overdue=true")).length === 0
      }
    }
  },
  {
    asks: "Depot Ghent is there twice: make one of it.",
    play: async (agent, { rest, sales }) => {
      const deal = { boardId: sales, name: "Depot Ghent", company: "Velo NV" }
      const kept = await rest("POST", "/v1/deals", { ...deal, amountCents: 500 })
      const other = await rest("POST", "/v1/deals", { ...deal, keyTerms: "Net 60" })
      await rest("POST", `/v1/deals/${other.id}/notes`, { contentText: "Asked for a quote." })
      const found = await agent.reach("duplicates", "find_duplicates", { type: "deal" })
      const merged = { id: other.id, intoId: kept.id }
      const { dryRun } = await agent.reach("merge deals", "merge_deals", { ...merged, dryRun: true })
      await agent.call("call_tool", { name: "merge_deals", arguments: { ...merged, plan: dryRun.plan } })
      const after = await rest("GET", `/v1/deals/${kept.id}?include=notes`)
      return {
        "it was found": JSON.stringify(found).includes(other.id),
        "one is left": (await rest("GET", "/v1/deals?q=Depot%20Ghent")).data.length === 1,
        "with all that was known": after.amountCents === 500 && after.keyTerms === "Net 60",
        "with the note": after.notes.data[0].contentText === "Asked for a quote."
      }
    }
  },
  {
    asks: "Junk the twelve leads of spam.",
    most: 4_000,
    play: async (agent, { rest, sales }) => {
      for (let n = 0; n < 12; n++)
        await rest("POST", "/v1/leads", { boardId: sales, firstName: `Spam ${n}`, message: "SEO offer" })
      const { data } = await agent.call("search_leads", { q: "SEO offer", triageStatus: "new", limit: 50 })
      const ids = data.map(({ id }: any) => id)
      await agent.reach("triage many leads", "bulk_triage_leads", { ids, triageStatus: "junk" })
      const junk: ReadonlyArray<any> = (await rest("GET", "/v1/leads?triageStatus=junk&limit=100")).data
      return { "the twelve": junk.filter(({ contact }) => contact.message === "SEO offer").length === 12 }
    }
  },
  {
    asks: "Tell Slack when we win, and send a test.",
    play: async (agent, { rest }) => {
      const url = "https://hooks.slack.com/services/T0/B0/x2"
      const hook = { boardId: "Sales", url, events: ["deal.won"] }
      const { id } = await agent.reach("create a webhook", "create_webhook", hook)
      await agent.reach("test a webhook", "test_webhook", { id })
      const deliveries = await rest("GET", `/v1/webhooks/${id}/deliveries`)
      return { "a test is sent": deliveries.data.length === 1 }
    }
  },
  {
    asks: "Undo what the other agent did to the deals today.",
    most: 3_000,
    play: async (agent, { colleague, rest }) => {
      const before = since(0)
      const ids = await idsOf(rest, "/v1/deals?limit=4&search=Wayne")
      for (const id of ids) await colleague("PATCH", `/v1/deals/${id}`, { labels: ["wrong"] })
      const { data } = await agent.call("list_members", {})
      const other = data.find(({ role }: any) => role === "member")
      const { undone } = await agent.call("undo", { actor: other.id, since: before })
      return {
        "the four": undone.length === 4,
        "no deal is wrong": (await idsOf(rest, "/v1/deals?label=wrong")).length === 0
      }
    }
  },
  {
    asks: "Clean the labels: renewal 26 and Renewal-2026 are renewal-2026.",
    most: 2_500,
    play: async (agent, { rest }) => {
      for (const [n, id] of (await idsOf(rest, "/v1/deals?limit=6&search=Tyrell")).entries())
        await rest("PATCH", `/v1/deals/${id}`, { labels: [n % 2 === 0 ? "renewal 26" : "Renewal-2026"] })
      const { groups } = await agent.call("query_pipeline", {
        measure: "count",
        groupBy: ["label"],
        status: "all"
      })
      const wrong = groups
        .map(({ key }: any) => key)
        .filter((key: string) => /^(?:renewal 26|Renewal-2026)$/u.test(key))
      const clean = (label: string) => ({
        ...{ filter: { label, status: "all" }, addLabels: ["renewal-2026"], removeLabels: [label] }
      })
      await agent.reach("update many deals", "bulk_update_deals", clean(wrong[0]))
      await agent.call("call_tool", { name: "bulk_update_deals", arguments: clean(wrong[1]) })
      const left = await Promise.all(wrong.map((label: string) => idsOf(rest, `/v1/deals?label=${label}`)))
      return { "two to clean": wrong.length === 2, "none is left": left.flat().length === 0 }
    }
  },
  {
    asks: "Make a board Partners EU in euros with the stages Intro, Pilot, Contract.",
    play: async (agent, { rest }) => {
      const { id } = await agent.reach("create a board", "create_board", {
        name: "Partners EU",
        currency: "EUR"
      })
      const stages = [
        { name: "Intro", region: "early" },
        { name: "Pilot", region: "anchor" },
        { name: "Contract", region: "late" }
      ]
      await agent.reach("board stages", "set_board_stages", { boardId: id, stages })
      const names = (await rest("GET", `/v1/boards/${id}/stages`)).map(({ name }: any) => name)
      return {
        "the three, won and dead": names.join().startsWith("Intro,Pilot,Contract,") && names.length === 5
      }
    }
  },
  // The last one, because the agent can't take back rules of its own.
  {
    asks: "Give Acme 30 % off; discounts over 20 % need approval.",
    play: async (agent, { licence, rest }) => {
      const { apiKey } = await rest("GET", "/v1/me")
      const path = `/v1/rules/${apiKey.id}`
      await rest("PUT", path, { amountChangePercent: 20 })
      const asked = await agent.call("update_deal", { id: licence, amountCents: 875_000 })
      const { id } = asked.approval ?? asked.error.meta.approval
      const waiting = await agent.reach("approval", "get_approval", { id })
      return {
        "it waits": waiting.status === "pending",
        "nothing changed yet": (await rest("GET", `/v1/deals/${licence}`)).amountCents === 1_250_000
      }
    }
  }
]
