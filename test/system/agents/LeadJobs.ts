/** Everyday jobs with leads, reports, templates and webhooks. */
import sharp from "sharp"
import type { Job } from "./Job.ts"

/** A screenshot on the agent's own disk. */
const picture = async () => {
  const image = sharp({ create: { width: 1280, height: 800, channels: 3, background: "#3a6ea5" } })
  return new Uint8Array(await image.png().toBuffer())
}

/** A model sees spam by what it says; each line begins with the number of its row. */
const isSpam = (line: string) => /followers|leading manufacturer|your site|crypto|replica/iu.test(line)

export const leadJobs: ReadonlyArray<Job> = [
  {
    asks: "Who is wile@acme.example, and which deal is that?",
    play: async (agent, { licence }) => {
      const { text, value } = await agent.try("match_contact", { email: "wile@acme.example" })
      return {
        "the deal": value.deals.some(({ id }: any) => id === licence),
        "the name": text.includes("Wile E. Coyote")
      }
    }
  },
  {
    asks: "Triage today's leads: junk the spam.",
    most: 1_096,
    play: async (agent, { rest, today }) => {
      const asked = { createdAfter: today, triageStatus: "new", limit: 50 }
      const { data, messages } = await agent.call("list_leads", asked)
      const lines: ReadonlyArray<string> = messages.split("\n").filter(isSpam)
      const ids = lines.map((line) => data[Number(/\d+(?=\. )/u.exec(line)) - 1].id)
      await agent.call("bulk_triage_leads", { ids, triageStatus: "junk" })
      const junk: ReadonlyArray<any> = (await rest("GET", "/v1/leads?triageStatus=junk&limit=100")).data
      const fresh = (await rest("GET", `/v1/leads?triageStatus=new&limit=100&createdAfter=${today}`)).data
      return {
        "the five of spam are junk":
          junk.length === 5 && junk.every(({ contact }) => contact.firstName.startsWith("Offer")),
        "the others wait": fresh.length === 11
      }
    }
  },
  {
    asks: "Write up the lead of Ferrum Logistics: score, research and a screenshot of their site.",
    play: async (agent, { rest }) => {
      const { uploadUrl } = await agent.call("create_image_upload")
      const { url } = await agent.upload(uploadUrl, await picture())
      const { id } = await agent.call("patch_lead_enrichment", {
        id: "Ferrum Logistics",
        enrichment: {
          status: "complete",
          score: 86,
          verdict: "Good fit",
          body: "# Why they fit\n\nFerrum runs 140 refrigerated trailers between Rotterdam and Milan.",
          screenshot: url
        }
      })
      const { enrichment } = await rest("GET", `/v1/leads/${id}`)
      const image = await fetch(enrichment.screenshot)
      return {
        "its score and research": enrichment.score === 86 && enrichment.body.includes("Rotterdam"),
        "its screenshot": image.headers.get("content-type")?.startsWith("image/") === true
      }
    }
  },
  {
    asks: "Promote the lead of Ferrum Logistics: call the deal Trailer tracking.",
    play: async (agent, { rest }) => {
      const asked = { id: "Ferrum Logistics", dealName: "Trailer tracking" }
      const { dealId, leadId } = await agent.call("promote_lead", asked)
      const lead = await rest("GET", `/v1/leads/${leadId}`)
      const deal = await rest("GET", `/v1/deals/${dealId}`)
      return {
        "the lead is promoted": lead.triageStatus === "promoted" && lead.dealId === dealId,
        "its deal": deal.name === "Trailer tracking" && deal.primaryContact.email === "dana@ferrum.example"
      }
    }
  },
  {
    asks: "Our goal on Sales is 8 deals won a month. How is this month doing, are we on pace?",
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
  },
  {
    asks: "What is the weighted pipeline of Sales by stage?",
    play: async (agent, { rest, sales }) => {
      const said = await agent.call("get_weighted_pipeline", { boardId: "Sales" })
      const report = await rest("GET", `/v1/reports/weighted-pipeline?board_id=${sales}`)
      const figures = ({ generated_at: _, ...rest }: any) => JSON.stringify(rest)
      return { "as the report says": figures(said) === figures(report) }
    }
  },
  {
    asks: "Choose a template for a follow-up on Acme's licence, fill it, and log that it was sent.",
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
  },
  {
    asks: "Post won deals of Sales to Slack: https://hooks.slack.com/services/T0/B0/x1",
    play: async (agent, { rest, sales }) => {
      const url = "https://hooks.slack.com/services/T0/B0/x1"
      const made = await agent.call("create_webhook", { boardId: "Sales", url, events: ["deal.won"] })
      const stored = await rest("GET", `/v1/webhooks/${made.id}`)
      return {
        "as a Slack message": stored.provider === "slack" && stored.active,
        "won deals of the board": stored.boardId === sales && stored.events.join() === "deal.won"
      }
    }
  }
]
