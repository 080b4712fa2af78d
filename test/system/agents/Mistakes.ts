/** All mistakes, and what comes of each. */
import type { Agent } from "./Agent.ts"
import type { Grounds } from "./Grounds.ts"
import type { Refused, Taken } from "./Mistake.ts"
import * as Amounts from "./mistakes/Amounts.ts"
import * as Bulk from "./mistakes/Bulk.ts"
import * as Fields from "./mistakes/Fields.ts"
import * as Leads from "./mistakes/Leads.ts"
import * as Lists from "./mistakes/Lists.ts"
import * as Names from "./mistakes/Names.ts"
import * as Path from "./mistakes/Path.ts"
import * as Words from "./mistakes/Words.ts"

export const refused: ReadonlyArray<Refused> = [
  Amounts,
  Words,
  Names,
  Fields,
  Lists,
  Bulk,
  Leads,
  Path
].flatMap((one) => one.refused)
export const taken: ReadonlyArray<Taken> = [Amounts, Fields, Lists, Bulk, Leads].flatMap((one) => one.taken)

export interface Verdict {
  readonly what: string
  readonly tool: string
  /** The refusal's message, or what the call was taken for. */
  readonly answer: string
  /** What is wrong with it. */
  readonly flaw: string | undefined
}

const argsOf = ({ args }: Refused | Taken, grounds: Grounds, agent: Agent) =>
  Promise.resolve(typeof args === "function" ? args(grounds, agent) : args)

export const refuse = async (slip: Refused, grounds: Grounds): Promise<Verdict> => {
  const agent = grounds.connect()
  const { failed, text, value } = await agent.try(slip.tool, await argsOf(slip, grounds, agent))
  const answer: string = value?.error?.message ?? text
  const unsaid = slip.says.filter((one) =>
    typeof one === "string" ? !answer.includes(one) : !one.test(answer)
  )
  const flaw = failed ? (unsaid.length === 0 ? undefined : `does not say ${unsaid.join(", ")}`) : "is taken"
  return { what: slip.what, tool: slip.tool, answer, flaw }
}

export const take = async (slip: Taken, grounds: Grounds): Promise<Verdict> => {
  const agent = grounds.connect()
  await slip.after?.(agent, grounds)
  const { text, value } = await agent.try(slip.tool, await argsOf(slip, grounds, agent))
  const holds = await Promise.resolve()
    .then(() => slip.holds(value, grounds, text))
    .catch(() => false)
  return {
    what: slip.what,
    tool: slip.tool,
    answer: slip.as,
    flaw: holds ? undefined : `is not: ${text.slice(0, 400)}`
  }
}
