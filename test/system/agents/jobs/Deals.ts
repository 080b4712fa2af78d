/** Jobs with deals: find, open, win, change in bulk. */
import type { Job } from "../Job.ts"

const quiet: Job = {
  letter: "a",
  asks: "Which open deals are quiet for 30 days and worth most?",
  before: { done: "yes", calls: 3, failed: 0, written: 50, read: 14_589 },
  most: 14_589 / 5,
  play: async (agent, { rest }) => {
    const { data } = await agent.call("list_deals", { quietDays: 30, sort: "-amount", limit: 10 })
    const all = (await rest("GET", "/v1/deals?limit=100&quietDays=30")).data
    const best = all
      .filter(({ amountCents }: any) => amountCents !== null)
      .sort((a: any, b: any) => b.amountCents - a.amountCents)
      .slice(0, 10)
    return {
      "the ten worth most, in order":
        data.map((one: any) => one.name).join() === best.map((one: any) => one.name).join()
    }
  }
}

const fromEmail: Job = {
  letter: "b",
  asks: 'Make a deal of this email: "Re: Re: AW: trackers // hi, Sabine de Vries here, ok we go for the 40 pcs, 12.500,- EUR as you said, Globex BV, s.devries@globexbv.example, +31 20 555 0199. pls net 60"',
  before: { done: "yes", calls: 3, failed: 1, written: 188, read: 312 },
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
}

const win: Job = {
  letter: "c",
  asks: "Move Acme's licence to Won: they signed for three years.",
  before: { done: "yes", calls: 5, failed: 1, written: 69, read: 668 },
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
}

const raise: Job = {
  letter: "l",
  asks: "Raise the 30 deals labelled renewal-2026 by 10 %.",
  before: { done: "yes", calls: 31, failed: 0, written: 593, read: 7_724 },
  most: 7_724 / 5,
  play: async (agent, { rest }) => {
    const read = async () => (await rest("GET", "/v1/deals?label=renewal-2026&limit=100")).data as Array<any>
    const before = await read()
    await agent.call("bulk_update_deals", {
      filter: { label: "renewal-2026" },
      amountPercent: 10
    })
    const after = new Map((await read()).map(({ amountCents, id }) => [id, amountCents]))
    return {
      "30 of them": before.length === 30,
      "each by a tenth": before.every(
        ({ amountCents, id }) =>
          after.get(id) === (amountCents === null ? null : Math.round(amountCents * 1.1))
      )
    }
  }
}

export const deals: ReadonlyArray<Job> = [quiet, fromEmail, win, raise]
