/** Jobs with the past of a deal. */
import type { Job } from "../Job.ts"

const undo: Job = {
  letter: "m",
  asks: "Somebody moved Support plan by mistake: put it back (in a new session).",
  before: { done: "half", calls: 2, failed: 0, written: 34, read: 327 },
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
}

const past: Job = {
  letter: "n",
  asks: "What happened with Acme's licence?",
  before: { done: "no", calls: 3, failed: 2, written: 43, read: 378 },
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

export const history: ReadonlyArray<Job> = [undo, past]
