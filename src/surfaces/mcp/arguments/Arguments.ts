/**
 * Decodes a tool's arguments to its operation's input in the same way for every tool: null and "" count as absent (`EmptyArguments`),
 * `clear` empties fields (`ClearFields`), and unknown arguments are refused.
 */
import { Effect, Result, Schema } from "effect"
import { type Fault, NotFound } from "../../../../schema/Fault.ts"
import { isResource } from "../../../../schema/Resource.ts"
import { strictly } from "../../../input/StrictDecoding.ts"
import { invalidBody, invalidQuery, invalidText } from "../../../input/InvalidInput.ts"
import type * as Invoke from "../../../invocation/Invoke.ts"
import * as KeyLimit from "../../http/request/KeyLimit.ts"
import * as Operation from "../../../contract/Operation.ts"
import { operations } from "../../../contract/Api.ts"
import { type Fields, invalidKey, keyPattern, struct } from "../../http/request/Fields.ts"
import * as EmptyArguments from "./EmptyArguments.ts"
import * as ClearFields from "./ClearFields.ts"
import * as UntrustedText from "../results/UntrustedText.ts"
import * as SearchWords from "./SearchWords.ts"

/** The argument that replaces REST's Idempotency-Key header. */
const idempotencyKey = Schema.optionalKey(
  Schema.String.annotate({
    description: "Same key: done once."
  })
)

/** The argument that replaces If-Match. */
const ifMatch = Schema.optionalKey(
  Schema.String.annotate({ description: "etag of the record: done only if it still has it." })
)

/** The arguments that replace Dry-Run and Plan. */
const dryRunArguments = {
  dryRun: Schema.optionalKey(Schema.Boolean),
  plan: Schema.optionalKey(Schema.String)
}

/** Arguments that every writing tool accepts. The server's instructions describe them, so that no tool has to list them. */
export const unlisted = ({ kind }: Pick<Operation.Any, "kind">): ReadonlyArray<string> =>
  kind === "read" ? [] : [...Object.keys(dryRunArguments), "ifMatch"]

/** The arguments that replace headers. */
const headersOf = ({ headers = {} }: Operation.Any) =>
  Object.keys(headers).map((header) => ({ header, argument: Operation.argumentOf(header) }))

/** All arguments of a tool. */
export const fieldsOf = (operation: Operation.Any): Schema.Struct.Fields => ({
  ...operation.input,
  ...ClearFields.field(operation),
  ...Object.fromEntries(
    headersOf(operation).map(({ argument, header }) => [argument, operation.headers![header]!])
  ),
  ...(operation.kind === "read" ? {} : { idempotencyKey, ...dryRunArguments }),
  ...(Operation.preconditions(operation, operations).length > 0 ? { ifMatch } : {})
})

/** A malformed id gets a not-found fault, as in a path. */
const idCheck = (fields: Schema.Struct.Fields) => {
  const schema = fields["id"] as Schema.Top | undefined
  const resource = schema && Schema.resolveAnnotations(schema)?.["resource"]
  if (schema === undefined || !isResource(resource)) return () => undefined
  const is = Schema.is(schema as Schema.Codec<unknown>)
  return (id: unknown) => (typeof id !== "string" || is(id) ? undefined : NotFound.of(resource, id))
}

interface SentArguments extends Invoke.Input {
  readonly key: string | undefined
  readonly dryRun: string | undefined
  readonly plan: string | undefined
  readonly ifMatch: string | undefined
  /** Headers that the arguments replace, by name. */
  readonly headers: Readonly<Record<string, string>>
}

const without = (fields: Fields, names: ReadonlySet<string>): Fields =>
  Object.keys(fields).some((name) => names.has(name))
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
    : fields

/** Compiles a decoder from arguments to an operation's input. */
export const decoder = (operation: Operation.Any) => {
  const fields = fieldsOf(operation)
  const reads = operation.kind === "read"
  const schema = struct(fields)
  const known = Object.keys(fields)
  const decode = strictly(schema, known)
  const clean = EmptyArguments.cleaner(schema.ast)
  const empty = ClearFields.applier(operation)
  const [code, invalid] = reads
    ? (["invalid_query", invalidQuery] as const)
    : (["invalid_body", invalidBody] as const)
  const sameAs = operations.find(({ id }) => id === operation.formOf) ?? operation
  const { path } = Operation.carriers(sameAs)
  const checkId = idCheck(fields)
  const headers = headersOf(operation)
  const extras = new Set([
    "clear",
    "idempotencyKey",
    "ifMatch",
    ...Object.keys(dryRunArguments),
    ...headers.map(({ argument }) => argument)
  ])

  return (sent: Fields): SentArguments => {
    const wide = KeyLimit.flaw(sent, code)
    const args = wide === undefined ? (clean(UntrustedText.remove(SearchWords.unquoted(sent))) as Fields) : {}
    const whole = empty(args)
    const decoded = Effect.suspend((): Effect.Effect<Fields, Fault> => {
      if (wide !== undefined) return Effect.fail(wide)
      if (Result.isFailure(whole)) return Effect.fail(whole.failure)
      const input = whole.success
      const unstorable = invalidText(input, code)
      if (unstorable !== undefined) return Effect.fail(unstorable)
      const missing = checkId(input["id"])
      const result = decode(missing === undefined ? input : { ...input, id: nil })
      if (Result.isFailure(result)) {
        const left = known.filter((name) => !(name in args))
        return Effect.fail(invalid(result.failure.issue, known, input, schema.ast, left))
      }
      const { idempotencyKey: key } = result.success
      if (key !== undefined && !keyPattern.test(key as string))
        return Effect.fail(invalidKey("idempotencyKey"))
      const read = without(result.success, extras)
      return missing === undefined ? Effect.succeed(read) : Effect.fail(missing)
    })
    const { dryRun, idempotencyKey: key, ifMatch, plan } = args
    // An empty text is refused: as absent, it would leave the write without a condition.
    const condition = sent["ifMatch"] === "" ? "" : ifMatch
    return {
      decoded,
      about: args,
      sent: () =>
        asRequest(
          without(
            Result.getOrElse(whole, () => args),
            extras
          ),
          Object.keys(path)
        ),
      key: !reads && typeof key === "string" ? key : undefined,
      dryRun: !reads && typeof dryRun === "boolean" ? String(dryRun) : undefined,
      plan: !reads && typeof plan === "string" ? plan : undefined,
      ifMatch: !reads && typeof condition === "string" ? condition : undefined,
      headers: Object.fromEntries(
        headers
          .filter(({ argument }) => args[argument] !== undefined)
          .map(({ argument, header }) => [header, String(args[argument])])
      )
    }
  }
}

/** Replaces a malformed id while the other arguments are checked. */
const nil = "00000000-0000-0000-0000-000000000000"

/** The arguments in REST's form, so that the same key over MCP and REST identifies the same request. */
const asRequest = (args: Fields, inPath: ReadonlyArray<string>) => {
  const entries = Object.entries(args)
  const path = Object.fromEntries(entries.filter(([name]) => inPath.includes(name)))
  const body = Object.fromEntries(entries.filter(([name]) => !inPath.includes(name)))
  return [path, Object.keys(body).length === 0 ? undefined : body]
}
