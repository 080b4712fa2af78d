/** A client that sends a keyed write until it is answered; sometimes it leaves and comes back. */
import { Cause, Exit } from "effect"
import type { Answer } from "../../../src/invocation/Invoke.ts"
import { isFault } from "../../../schema/Fault.ts"
import type { Front } from "./Front.ts"
import type { Plan } from "./KeyedWrite.ts"
import type { Weather } from "./Weather.ts"

/** The longest a request may take (src/surfaces/http/Deadline.ts). */
const deadline = 10_000

/** Including its end: a running COMMIT is waited for until its connection is given up. */
const longest = deadline + 20_000

/** Shorter if the database is only slow; if it is healthy, nobody waits for a caller that has left. */
const bounds: Readonly<Record<Weather["name"], number>> = {
  calm: 4_900,
  busy: 15_000,
  rough: longest,
  "a storm": longest
}

export class Caller {
  isDone = false
  private readonly front: Front
  private readonly name: string
  private readonly plan: Plan
  private attempts = 0

  constructor(front: Front, name: string, plan: Plan) {
    this.front = front
    this.name = name
    this.plan = plan
    const { chance } = front.world
    front.world.later(chance.between(0, chance.of([5, 300, 4_000])), () => this.attempt())
  }

  private attempt(): void {
    const { front, name, plan } = this
    const { world } = front
    const { chance } = world
    const process = chance.of(front.living)
    this.attempts += 1
    const attempt = `${name}.${this.attempts}`
    let isOver = false
    world.tell(() => `${attempt} asks ${process.node.name} for ${plan.name} by ${plan.key}`)
    const fiber = front.send(process, plan, attempt)
    const over = (said: () => string, isAnswered: boolean) => {
      if (isOver) return
      isOver = true
      world.tell(() => `${attempt}: ${said()}`)
      this.next(isAnswered)
    }
    fiber.addObserver((exit: Exit.Exit<Answer, unknown>) => {
      if (Exit.isSuccess(exit)) front.isTrue(plan, exit.value)
      over(() => wordsOf(exit), Exit.isSuccess(exit))
    })
    if (chance.is(0.3)) {
      world.later(chance.between(0, 6_000), () => {
        if (isOver) return
        over(() => "goes away", false)
        fiber.interruptUnsafe()
      })
    }
    world.later(deadline, () => fiber.interruptUnsafe())
    // A dead process does not answer.
    world.later(deadline, () => over(() => "waited in vain", false))
    const isBound = (bound: number) => {
      const isStuck = !process.node.isDead && fiber.pollUnsafe() === undefined
      world.expect(!isStuck, () => `${attempt} waits for more than ${bound} ms.`)
    }
    world.later(longest, () => isBound(longest))
    const bound = bounds[front.weather.name]
    world.later(bound, () => front.isHaunted || isBound(bound))
  }

  private next(isAnswered: boolean): void {
    const { chance } = this.front.world
    if (this.attempts >= 6 || chance.is(isAnswered ? 0.7 : 0.1)) this.isDone = true
    else this.front.world.later(chance.between(0, 3_000), () => this.attempt())
  }
}

const wordsOf = (exit: Exit.Exit<Answer, unknown>): string => {
  if (Exit.isSuccess(exit))
    return `${exit.value.status} ${exit.value.encoded.text}${exit.value.isReplayed ? " again" : ""}`
  const failure = Cause.squash(exit.cause)
  return isFault(failure) ? failure.code : String(failure)
}
