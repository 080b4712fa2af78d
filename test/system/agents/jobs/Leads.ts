/** Jobs with leads: recognize, triage, write up, promote. */
import sharp from "sharp"
import type { Job } from "../Job.ts"

/** A screenshot on the agent's own disk. */
const picture = async () => {
  const image = sharp({ create: { width: 1280, height: 800, channels: 3, background: "#3a6ea5" } })
  return new Uint8Array(await image.png().toBuffer())
}

const who: Job = {
  letter: "d",
  asks: "Who is wile@acme.example, and which deal is that?",
  before: { done: "wrong", calls: 5, failed: 1, written: 56, read: 122 },
  play: async (agent, { licence }) => {
    const { text, value } = await agent.try("match_contact", { email: "wile@acme.example" })
    return {
      "the deal": value.deals.some(({ id }: any) => id === licence),
      "the name": text.includes("Wile E. Coyote")
    }
  }
}

const triage: Job = {
  letter: "e",
  asks: "Triage today's leads: junk the spam.",
  before: { done: "yes", calls: 10, failed: 0, written: 182, read: 5_483 },
  most: 5_483 / 5,
  play: async (agent, { rest, today }) => {
    const asked = { createdAfter: today, triageStatus: "new", limit: 50 }
    const { data, messages } = await agent.call("list_leads", asked)
    // A model sees spam by what it says; each line begins with the number of its row.
    const isSpam = (line: string) => /followers|leading manufacturer|your site|crypto|replica/iu.test(line)
    const numbers = messages
      .split("\n")
      .filter(isSpam)
      .map((line: string) => Number(/\d+(?=\. )/u.exec(line)))
    const ids = numbers.map((number: number) => data[number - 1].id)
    await agent.call("bulk_triage_leads", { ids, triageStatus: "junk" })
    const junk = (await rest("GET", "/v1/leads?triageStatus=junk&limit=100")).data
    const fresh = (await rest("GET", `/v1/leads?triageStatus=new&limit=100&createdAfter=${today}`)).data
    return {
      "the five of spam are junk":
        junk.length === 5 && junk.every(({ contact }: any) => contact.firstName.startsWith("Offer")),
      "the others wait": fresh.length === 11
    }
  }
}

const writeUp: Job = {
  letter: "f",
  asks: "Write up the lead of Ferrum Logistics: score, research and a screenshot of their site.",
  before: { done: "half", calls: 6, failed: 4, written: 390, read: 745 },
  play: async (agent, { rest }) => {
    const { uploadUrl } = await agent.call("create_image_upload")
    const { url } = await agent.upload(uploadUrl, "ferrum.png", await picture())
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
}

const promote: Job = {
  letter: "g",
  asks: "Promote the lead of Ferrum Logistics: call the deal Trailer tracking.",
  before: { done: "no", calls: 3, failed: 3, written: 56, read: 194 },
  play: async (agent, { rest }) => {
    const { dealId, leadId } = await agent.call("promote_lead", {
      id: "Ferrum Logistics",
      dealName: "Trailer tracking"
    })
    const lead = await rest("GET", `/v1/leads/${leadId}`)
    const deal = await rest("GET", `/v1/deals/${dealId}`)
    return {
      "the lead is promoted": lead.triageStatus === "promoted" && lead.dealId === dealId,
      "its deal": deal.name === "Trailer tracking" && deal.primaryContact.email === "dana@ferrum.example"
    }
  }
}

export const leads: ReadonlyArray<Job> = [who, triage, writeUp, promote]
