/** Jobs with reports: the month, the forecast. */
import type { Job } from "../Job.ts"

const month: Job = {
  letter: "h",
  asks: "Our goal on Sales is 8 deals won a month. How is this month doing, are we on pace?",
  before: { done: "yes", calls: 4, failed: 1, written: 32, read: 1_093 },
  play: async (agent, { rest, sales }) => {
    await agent.call("set_board_goals", { boardId: "Sales", deals_won: 8 })
    const { text } = await agent.try("show_this_month", { boardId: "Sales" })
    const report = await rest("GET", `/v1/reports/this-month?board_id=${sales}`)
    const { current, goal, pace } = report.metrics.find(({ key }: any) => key === "deals_won")
    return {
      "the goal is set": goal === 8,
      "won against goal": text.includes(String(current)) && text.includes("8"),
      "the pace": text.includes(pace.replace("-", " "))
    }
  }
}

const forecast: Job = {
  letter: "i",
  asks: "What is the weighted pipeline of Sales by stage?",
  before: { done: "yes", calls: 1, failed: 0, written: 10, read: 250 },
  play: async (agent, { rest, sales }) => {
    const said = await agent.call("get_weighted_pipeline", { boardId: "Sales" })
    const report = await rest("GET", `/v1/reports/weighted-pipeline?board_id=${sales}`)
    const figures = ({ generated_at: _, ...rest }: any) => JSON.stringify(rest)
    return { "as the report says": figures(said) === figures(report) }
  }
}

export const reports: ReadonlyArray<Job> = [month, forecast]
