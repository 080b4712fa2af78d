/** Plays a script call by call. */
import * as Changes from "./Changes.ts"
import { filled, Flaw, type Step } from "./Script.ts"
import type { Reply, Service } from "./Service.ts"

export interface Played {
  readonly number: number
  readonly call: string
  readonly status: number
  /** The error's code and message. */
  readonly error: { readonly code: string; readonly message: string } | null
  /** Whether it went as the script expects. */
  readonly asExpected: boolean
  readonly changed: ReadonlyArray<string>
  /** Events that were captured. */
  readonly events: ReadonlyArray<string>
}

const isRead = ({ call, tool = "" }: Step) =>
  call?.startsWith("GET ") ?? /^(?:list|search|get|find|match)_/u.test(tool)

const send = (service: Service, step: Step, dryRun: boolean): Promise<Reply> => {
  const isTried = dryRun && !isRead(step)
  if (step.tool !== undefined) {
    return service.tool(step.tool, { ...step.arguments, ...(isTried ? { dryRun: true } : {}) })
  }
  const [method, path] = step.call!.split(" ") as [string, string]
  return service.rest(method, path, step.body, { ...step.headers, ...(isTried ? { "dry-run": "true" } : {}) })
}

const isExpected = ({ expect }: Step, status: number, code: string | undefined) =>
  expect === undefined ? status < 400 : expect === status || expect === code

/** A dry run answers what the call would. */
const answerOf = ({ body }: Reply) => body?.dryRun?.answer ?? body

export const play = async (
  service: Service,
  steps: ReadonlyArray<Step>,
  { dryRun, onStep }: { readonly dryRun: boolean; readonly onStep: (played: Played) => void }
): Promise<ReadonlyArray<Played>> => {
  const answers = new Map<string, unknown>()
  const events = dryRun ? () => Promise.resolve([]) : await Changes.captured(service)
  const all: Array<Played> = []
  for (const [index, raw] of steps.entries()) {
    const number = index + 1
    const call = raw.call ?? raw.tool!
    let played: Played
    try {
      const step: Step = filled(raw, answers)
      const reply = await send(service, step, dryRun)
      const error = reply.status >= 400 ? (reply.body?.error ?? { code: "unknown", message: "" }) : null
      answers.set(String(number), answerOf(reply))
      if (raw.name !== undefined) answers.set(raw.name, answerOf(reply))
      const done = error === null && !isRead(step)
      played = {
        number,
        call: step.call ?? call,
        status: reply.status,
        error: error && { code: error.code, message: error.message },
        asExpected: isExpected(raw, reply.status, error?.code),
        changed: !done
          ? []
          : dryRun
            ? Changes.ofDryRun(reply)
            : await Changes.ofRequest(service, reply.requestId),
        events: done ? await events() : []
      }
    } catch (flaw) {
      if (!(flaw instanceof Flaw)) throw flaw
      const error = { code: "not_sent", message: flaw.message }
      played = { number, call, status: 0, error, asExpected: false, changed: [], events: [] }
    }
    all.push(played)
    onStep(played)
  }
  return all
}

/** A call as lines of text. */
export const told = ({ asExpected, call, changed, error, events, number, status }: Played): string => {
  const mark = asExpected ? " " : "!"
  const lines = [
    ...(error === null ? [] : [`${error.code}: ${error.message}`]),
    ...changed,
    ...events.map((event) => `captured ${event}`)
  ]
  const head = `${mark} ${String(number).padStart(3)}  ${String(status || "-").padEnd(3)}  ${call}`
  return [head, ...lines.map((line) => `            ${line}`)].join("\n")
}
