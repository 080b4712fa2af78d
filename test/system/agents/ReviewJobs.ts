/** Harder jobs that ask: what changed, where the money is, why deals were lost, who promised what. */
import type { Job } from "./Job.ts"
import { idsOf, lose, stageOf, win } from "./Steps.ts"

const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const inDays = (days: number) => since(-days).slice(0, 10)

export const reviewJobs: ReadonlyArray<Job> = [
  {
    asks: "Do the weekly review: pipeline, what changed, deals gone quiet, steps overdue, new leads.",
    most: 10_000,
    play: async (agent, { rest }) => {
      const { boards } = await agent.call("get_pipeline_summary")
      const changes = await agent.call("changes_since", { since: since(7), digest: true, order: "newest" })
      const quiet = await agent.call("list_deals", { quietDays: 30, sort: "-quiet", limit: 10 })
      await agent.call("list_deals", { overdue: true, limit: 10 })
      const leads = await agent.call("list_leads", { triageStatus: "new", sort: "score", limit: 10 })
      const oldest = (await rest("GET", "/v1/deals?sort=-quiet&limit=1")).data[0]
      return {
        "both boards": boards.length === 2,
        "the latest changes first": changes.data.some(({ name }: any) => name === "Dana Cruz"),
        "the quietest deal": quiet.data[0].id === oldest.id,
        "the leads that wait": leads.data.length === 10
      }
    }
  },
  {
    asks: "Which of our sources brings the best leads?",
    play: async (agent, { rest, sales }) => {
      for (const [n, utmSource] of ["ads", "ads", "fair", "fair"].entries()) {
        const { id } = await rest("POST", "/v1/leads", { boardId: sales, lastName: `Src ${n}`, utmSource })
        const { dealId } = await rest("POST", `/v1/leads/${id}/promote`, {})
        await (n === 0 ? lose(rest, sales, dealId) : win(rest, sales, dealId))
      }
      const asked = { measure: "win_rate", groupBy: ["source"], status: "all" }
      const { groups } = await agent.call("query_pipeline", asked)
      const rate = (key: string) => groups.find((group: any) => group.key === key)?.value
      return { "the fair wins all": rate("fair") === 1, "ads win half": rate("ads") === 0.5 }
    }
  },
  {
    asks: "Will we make the quarter? Compare the forecast with the goal.",
    play: async (agent, { rest, sales }) => {
      await rest("PUT", `/v1/boards/${sales}/goals`, { proposals: 4, deals_won: 2, deal_value: 10_000_000 })
      for (const [n, id] of (await idsOf(rest, "/v1/deals?limit=4&search=Globex")).entries())
        await rest("PATCH", `/v1/deals/${id}`, {
          expectedCloseAt: inDays(n),
          forecastCategory: n === 0 ? "committed" : "best_case"
        })
      const said = await agent.call("forecast", { by: "quarter", boardId: "Sales" })
      const report = await rest("GET", `/v1/reports/forecast?by=quarter&boardId=${sales}`)
      const [row] = report.rows
      return {
        "as the report says": JSON.stringify(said.rows) === JSON.stringify(report.rows),
        "with the goal": JSON.stringify(row).includes("goal"),
        "with committed deals": JSON.stringify(report.rows).includes("ommitted")
      }
    }
  },
  {
    asks: "Why did the win rate fall this month?",
    play: async (agent, { rest, sales }) => {
      const dead = await idsOf(rest, "/v1/deals?status=dead&limit=3")
      for (const [n, id] of dead.entries())
        await rest("PATCH", `/v1/deals/${id}`, { lostReason: n < 2 ? "Price" : "No budget" })
      const rates = await agent.call("query_pipeline", { measure: "win_rate", groupBy: ["month"] })
      const lost = await agent.call("query_pipeline", {
        ...{ measure: "count", groupBy: ["lost_reason"], status: "dead", boardId: sales }
      })
      return {
        "a rate": rates.groups.every(({ value }: any) => value >= 0 && value <= 1) && rates.groups.length > 0,
        "price first": lost.groups.find(({ label }: any) => label === "Price")?.count === 2
      }
    }
  },
  {
    asks: "What is new since yesterday?",
    most: 8_000,
    play: async (agent) => {
      const { data } = await agent.call("changes_since", { since: since(1), digest: true, order: "newest" })
      return {
        "a line for each record": data.every(({ line, name }: any) => line.length > 0 && name.length > 0),
        "leads and deals": ["deal", "lead"].every((type) => data.some((row: any) => row.type === type))
      }
    }
  },
  {
    asks: "What did we promise Acme?",
    most: 1_500,
    play: async (agent, { licence, rest }) => {
      const contentText = "On the phone we promised delivery of the gateways in June."
      await rest("POST", `/v1/deals/${licence}/notes`, { contentText })
      const { data } = await agent.call("search_deals", { q: "Acme promised", in: ["notes"] })
      return {
        "the deal": data[0]?.id === licence,
        "the sentence": String(data[0]?.matched?.text).includes("gateways in June")
      }
    }
  },
  {
    asks: "Compare the two reps: deals won, value, win rate.",
    play: async (agent, { colleague, rest, sales }) => {
      const own: string = (await colleague("GET", "/v1/me")).user.id
      const [id] = await idsOf(rest, `/v1/deals?limit=1&search=Hooli&boardId=${sales}`)
      await rest("PATCH", `/v1/deals/${id}`, { ownerId: own })
      await win(rest, sales, id!)
      const ask = async (measure: string) =>
        (await agent.call("query_pipeline", { measure, groupBy: ["owner"], status: "won" })).groups
      const [won, value] = [await ask("count"), await ask("sum")]
      const rates = await agent.call("query_pipeline", { measure: "win_rate", groupBy: ["owner"] })
      return {
        "both reps": won.length === 2 && rates.groups.length === 2,
        "the value of each": value.every((group: any) => group.currency === "USD"),
        "the colleague won one": won.some(({ count, key }: any) => key === own && count === 1)
      }
    }
  },
  {
    asks: "Put this week's next steps in my calendar.",
    play: async (agent, { rest }) => {
      const [first, second] = await idsOf(rest, "/v1/deals?limit=2&search=Initech")
      await rest("PATCH", `/v1/deals/${first}`, { nextStep: "Call Mia", nextStepAt: inDays(2) })
      await rest("PATCH", `/v1/deals/${second}`, { nextStep: "Visit", nextStepAt: inDays(20) })
      const { data } = await agent.call("list_deals", {
        ...{ nextStepAfter: since(0), nextStepBefore: since(-7), sort: "nextStep" }
      })
      return {
        "only this week's": data.length === 1 && data[0].id === first,
        "what and when": data[0]?.nextStep === "Call Mia" && data[0]?.nextStepAt.startsWith(inDays(2))
      }
    }
  },
  {
    asks: "Log a call with Acme, and set a follow-up.",
    play: async (agent, { licence, rest }) => {
      await agent.call("add_note", { id: licence, contentText: "They want a pilot.", activityKind: "call" })
      await agent.call("update_deal", { id: licence, nextStep: "Send pilot offer", nextStepAt: inDays(3) })
      const deal = await rest("GET", `/v1/deals/${licence}?include=notes`)
      return {
        "the call": deal.notes.data[0].activityKind === "call",
        "the follow-up": deal.nextStep === "Send pilot offer",
        "in its stage": deal.stage.id === (await stageOf(rest, deal.boardId, deal.stage.name))
      }
    }
  }
]
