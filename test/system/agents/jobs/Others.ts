/** Jobs beside deals and leads: emails by template, events to a chat. */
import type { Job } from "../Job.ts"

const followUp: Job = {
  letter: "j",
  asks: "Choose a template for a follow-up on Acme's licence, fill it, and log that it was sent.",
  before: { done: "no", calls: 1, failed: 1, written: 4, read: 23 },
  play: async (agent, { licence, rest }) => {
    const { data } = await agent.call("list_templates")
    // A model chooses by what the names and subjects say.
    const chosen = data.find(({ name }: any) => /follow/iu.test(name)) ?? data[0]
    const email = await agent.call("render_template", { id: chosen.id, dealId: "Annual licence" })
    await agent.call("log_template_use", { id: chosen.id, dealId: licence })
    const activity = (await rest("GET", `/v1/deals/${licence}/activity`)).data
    const after = (await rest("GET", "/v1/templates")).data.find(({ id }: any) => id === chosen.id)
    return {
      "to whom": email.to === "wile@acme.example",
      "every token filled": email.unfilled.length === 0 && email.body.includes("Wile"),
      "logged with the deal": activity[0].systemEventType === "email_sent",
      "the use is counted": after.use_count === chosen.use_count + 1
    }
  }
}

const announce: Job = {
  letter: "k",
  asks: "Post won deals of Sales to Slack: https://hooks.slack.com/services/T0/B0/x1",
  before: { done: "no", calls: 1, failed: 1, written: 16, read: 23 },
  play: async (agent, { rest, sales }) => {
    const made = await agent.call("create_webhook", {
      boardId: "Sales",
      url: "https://hooks.slack.com/services/T0/B0/x1",
      events: ["deal.won"]
    })
    const stored = await rest("GET", `/v1/webhooks/${made.id}`)
    return {
      "as a Slack message": stored.provider === "slack" && stored.active,
      "won deals of the board": stored.boardId === sales && stored.events.join() === "deal.won"
    }
  }
}

export const others: ReadonlyArray<Job> = [followUp, announce]
