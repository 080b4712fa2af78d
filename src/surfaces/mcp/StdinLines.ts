/** Standard input of the stdio server, which refuses numbers that parsing would change. */
import { Effect } from "effect"
import { Transform } from "node:stream"
import { type Envelope, render } from "../../../schema/Fault.ts"
import * as Json from "../http/request/Json.ts"
import { membersOf } from "./arguments/EmptyArguments.ts"
import * as CallArguments from "./arguments/CallArguments.ts"

/** The fault of a refused call is passed on under this argument, a name that no tool uses. */
const refusedKey = "\u0000refused"

/** Matches messages that the SDK would reject and that are normalized first: null members, and arguments sent as text. */
const unusual = /"(?:params|_meta|cursor)"\s*:\s*null|"arguments"\s*:\s*(?:null|")/u

/** The line in the form that the SDK accepts. */
const read = (line: string): string =>
  unusual.test(line)
    ? Effect.runSync(
        Effect.orElseSucceed(
          Effect.map(Effect.flatMap(Json.parse(line), CallArguments.read), (message) =>
            JSON.stringify(message)
          ),
          () => line
        )
      )
    : line

/** The line as received. If parsing would change it (a number with too many digits), its arguments are replaced by the fault. */
const vetted = (line: string): string => {
  const refusal = Json.refusal(line)
  if (refusal === undefined) return read(line)
  const rewritten = Effect.map(Json.parseUnvetted(line), (parsed) => {
    const message = membersOf(parsed)
    if (message["method"] !== "tools/call") return line
    const args = { [refusedKey]: render(refusal, "") }
    return JSON.stringify({ ...message, params: { ...membersOf(message["params"]), arguments: args } })
  })
  return Effect.runSync(Effect.orElseSucceed(Effect.sandbox(rewritten), () => line))
}

/** The maximum length of a checked line, in bytes; the SDK gives up on longer lines. */
const maxLineLength = 10 * 1024 * 1024

/** Splits standard input into lines and checks each before the SDK parses its numbers. */
export const make = () => {
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk])
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        this.push(`${vetted(rest.toString("utf8", 0, end))}\n`)
        rest = rest.subarray(end + 1)
      }
      if (rest.length > maxLineLength) {
        this.push(rest)
        rest = Buffer.alloc(0)
      }
      done()
    },
    flush(done) {
      done(null, rest)
    }
  })
}

export const refusedIn = ({
  arguments: args
}: {
  readonly arguments?: Record<string, unknown> | undefined
}) => args?.[refusedKey] as Envelope | undefined
