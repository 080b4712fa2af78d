/** Everyday jobs with deals: find, open, win, change in bulk, undo, look back. */
import type { Job } from "./Job.ts"

export const dealJobs: ReadonlyArray<Job> = [
  {
    asks: "Which open deals are quiet for 30 days and worth most?",
    most: 2_917,
    play: async (agent, { rest }) => {
      const { data } = await agent.call("list_deals", { quietDays: 30, sort: "-amount", limit: 10 })
      const all: ReadonlyArray<any> = (await rest("GET", "/v1/deals?limit=100&quietDays=30")).data
      const best = all
        .filter(({ amountCents }) => amountCents !== null)
        .sort((a, b) => b.amountCents - a.amountCents)
        .slice(0, 10)
      const names = (deals: ReadonlyArray<any>) => deals.map(({ name }) => name).join()
      return { "the ten worth most, in order": names(data) === names(best) }
    }
  },
  {
    asks: 'Create a deal of this email: "Re: Re: AW: trackers // hi, Sabine de Vries here, ok we go for the 40 pcs, 12.500,- EUR as you said, Globex BV, s.devries@globexbv.example, +31 20 555 0199. pls net 60"',
    play: async (agent, { partners, rest }) => {
      const known = await agent.call("match_contact", { email: "s.devries@globexbv.example" })
      const deal = {
        name: "40 trackers",
        company: "Globex BV",
        amount: "12500",
        primaryContactName: "Sabine de Vries",
        primaryContactEmail: "s.devries@globexbv.example",
        primaryContactPhone: "+31 20 555 0199",
        keyTerms: "Net 60"
      }
      // There are two boards: the refusal lists them with their currencies.
      const refusal = await agent.call("create_deal", deal)
      const meant = refusal.error.meta.boards.find(({ currency }: any) => currency === "EUR")
      const made = await agent.call("create_deal", { ...deal, boardId: meant.name })
      const stored = await rest("GET", `/v1/deals/${made.id}`)
      return {
        "nobody of that address before": known.deals.length === 0,
        "12,500 euros": stored.amountCents === 1_250_000 && stored.currency === "EUR",
        "on the board in euros": stored.boardId === partners,
        "its contact": stored.primaryContact.email === "s.devries@globexbv.example",
        "made once": (await rest("GET", "/v1/deals?search=globexbv.example")).data.length === 1
      }
    }
  },
  {
    asks: "Move Acme's licence to Won: they signed for three years.",
    play: async (agent, { licence, rest }) => {
      const won = { toStageId: "Won", note: "They signed for three years." }
      // Two deals of Acme are open: the refusal lists them.
      const refusal = await agent.call("move_deal", { id: "Acme Corp", ...won })
      const meant = refusal.error.meta.deals.find(({ name }: any) => name === "Annual licence")
      await agent.call("move_deal", { id: meant.id, ...won })
      const deal = await rest("GET", `/v1/deals/${licence}`)
      const notes = (await rest("GET", `/v1/deals/${licence}/notes`)).data
      return {
        "it is won": deal.stage.region === "won" && deal.wonAt !== null,
        "the reason is kept": notes[0].contentText === "They signed for three years."
      }
    }
  },
  {
    asks: "Raise the 30 deals labelled renewal-2026 by 10 %.",
    most: 1_544,
    play: async (agent, { rest }) => {
      const read = async (): Promise<ReadonlyArray<any>> =>
        (await rest("GET", "/v1/deals?label=renewal-2026&limit=100")).data
      const before = await read()
      await agent.call("bulk_update_deals", { filter: { label: "renewal-2026" }, amountPercent: 10 })
      const after = new Map((await read()).map(({ amountCents, id }) => [id, amountCents]))
      const raised = (cents: number | null) => (cents === null ? null : Math.round(cents * 1.1))
      return {
        "30 of them": before.length === 30,
        "each by a tenth": before.every(({ amountCents, id }) => after.get(id) === raised(amountCents))
      }
    }
  },
  {
    asks: "Somebody moved Support plan by mistake: put it back (in a new session).",
    play: async (agent, { colleague, rest }) => {
      const { data } = await rest("GET", "/v1/deals?q=Support%20plan")
      const stages = await rest("GET", `/v1/boards/${data[0].boardId}/stages`)
      const verbal = stages.find(({ name }: any) => name === "Verbal")
      await colleague("POST", `/v1/deals/${data[0].id}/move`, { toStageId: verbal.id })
      const { activity } = await agent.call("get_deal", { id: "Support plan", include: ["activity"] })
      const moved = activity.data.find(({ event }: any) => event === "stage_changed")
      await agent.call("undo", { entryId: moved.entryId })
      const after = await rest("GET", `/v1/deals/${data[0].id}`)
      return {
        "back in its stage": after.stage.name === data[0].stage.name,
        "its clock as if it had not been moved": after.stageEnteredAt === data[0].stageEnteredAt
      }
    }
  },
  {
    asks: "What happened with Acme's licence?",
    play: async (agent) => {
      const { text } = await agent.try("get_deal", { id: "Annual licence", include: ["notes", "activity"] })
      const says = (part: string) => text.includes(part)
      return {
        "its notes": says("three years at a fixed price") && says("Sent the proposal"),
        "who wrote them": says("member") && says("Owner"),
        "the raise, before and after": says("1000000") && says("1250000"),
        "its moves": ["Qualified", "Proposal", "Won"].every(says),
        "the reason it was won": says("They signed for three years.")
      }
    }
  }
]
