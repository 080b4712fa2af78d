/** Standard input of the stdio server, with numbers refused that parsing would change. */
import { Effect } from "effect"
import { Transform } from "node:stream"
import { type Envelope, render } from "../../../schema/Fault.ts"
import * as Json from "../http/request/Json.ts"
import { membersOf } from "./arguments/EmptyArguments.ts"
import * as CallArguments from "./arguments/CallArguments.ts"

/** A call's refused arguments are replaced by their fault under this name, which no tool uses as an argument. */
const refusedKey = "\u0000refused"

/** Normalizes messages that the SDK would reject: null members and arguments sent as text. */
const unusual = /"(?:params|_meta|cursor)"\s*:\s*null|"arguments"\s*:\s*(?:null|")/u

/** A line as its client meant it. */
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

/** A line as received; if parsing would change it (a number with too many digits), the line with its fault instead. */
const vetted = (line: string): string => {
  const refusal = Json.refusal(line)
  if (refusal === undefined) return read(line)
  const rewritten = Effect.map(Json.parseUnvetted(line), (sent) => {
    const message = membersOf(sent)
    if (message["method"] !== "tools/call") return line
    const args = { [refusedKey]: render(refusal, "") }
    return JSON.stringify({ ...message, params: { ...membersOf(message["params"]), arguments: args } })
  })
  return Effect.runSync(Effect.orElseSucceed(Effect.sandbox(rewritten), () => line))
}

/** The longest line that is checked, in bytes; the SDK gives up on longer lines. */
const longestLine = 10 * 1024 * 1024

/** Standard input, line by line, checked before the SDK parses its numbers. */
export const make = () => {
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk])
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        this.push(`${vetted(rest.toString("utf8", 0, end))}\n`)
        rest = rest.subarray(end + 1)
      }
      if (rest.length > longestLine) {
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
