/** A mistake that agents make in a call: refused in words that say what to send instead, or taken as it was meant. */
import type { Agent } from "./Agent.ts"
import type { Grounds } from "./Grounds.ts"

interface Slip {
  readonly what: string
  readonly tool: string
  /** The arguments, or how to make them of what is there, and of calls before. */
  readonly args: object | string | ((grounds: Grounds, agent: Agent) => object | Promise<object>)
}

/** A call that is refused, and what the refusal must say: the right field, the candidates, the list. */
export interface Refused extends Slip {
  readonly says: ReadonlyArray<string | RegExp>
}

/** A call that is taken. */
export interface Taken extends Slip {
  /** What the table says of it. */
  readonly as: string
  /** Calls before it. */
  readonly after?: (agent: Agent, grounds: Grounds) => Promise<unknown>
  /** Whether it came to what was meant. */
  readonly holds: (value: any, grounds: Grounds, text: string) => boolean | Promise<boolean>
}
