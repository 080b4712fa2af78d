/** Tools built from the registry and compiled once. */
import type { CallToolResult, Tool as Definition } from "@modelcontextprotocol/server"
import { Context, Effect } from "effect"
import { Actor } from "../../../../layers/identity/Actor.ts"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"
import type { Fault } from "../../../../schema/Fault.ts"
import { Asked } from "../../../../schema/Approval.ts"
import * as DryRun from "../../../../schema/DryRun.ts"
import type { Scope } from "../../../../schema/Scope.ts"
import { lazy } from "../../../shared/Memo.ts"
import * as Authorization from "../../../invocation/Authorization.ts"
import { Call } from "../../../invocation/Call.ts"
import * as Invoke from "../../../invocation/Invoke.ts"
import type { OperationRunner } from "../../../invocation/OperationRunners.ts"
import * as Precondition from "../../../invocation/Precondition.ts"
import * as Operation from "../../../contract/Operation.ts"
import { operationOf, operations } from "../../../Registry.ts"
import * as Answer from "../../http/response/Answer.ts"
import { Exchange } from "../../http/Exchange.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as Arguments from "../arguments/Arguments.ts"
import * as ClearFields from "../arguments/ClearFields.ts"
import * as Details from "../results/Details.ts"
import { describe, narrowed, offered, type Offered } from "./Definitions.ts"
import * as UntrustedText from "../results/UntrustedText.ts"
import * as JsonText from "../arguments/JsonText.ts"
import * as Lists from "../results/Lists.ts"
import * as Present from "../results/Present.ts"
import * as OmittedResults from "../results/OmittedResults.ts"
import * as WriteAnswers from "../results/WriteAnswers.ts"
import * as Resolve from "../arguments/Resolve.ts"

/** The services that a call needs from its request. */
export type Services = Actor | Exchange | Encryption | Invoke.Dependencies

/** Runs an effect in the request's context: its caller, its id, the services. */
export type Run = <A>(effect: Effect.Effect<A, never, Services>) => Promise<A>

export interface Tool {
  readonly name: string
  /** Built on first use, like its JSON Schemas. */
  readonly definition: () => Definition
  /** Whether it returns data; other tools show a card or an image, and exist only on /mcp. */
  readonly isData: boolean
  /** Parses arguments that were sent as JSON text. */
  readonly read: (args: object) => object
  /** The scopes that a call with these arguments needs. */
  readonly scopesFor: (args: Fields) => ReadonlyArray<Scope>
  /** Whether it is only for admins and the caller isn't one, so that more scopes wouldn't help. */
  readonly needsAdmin: (actor: Pick<Actor["Service"], "role">) => boolean
  /** Whether an undo can revert its destructive effects. */
  readonly isUndoable: boolean
  /** The destructive effect of this call, which at most an undo reverts; undefined if it has none or if the actor may not make it. */
  readonly final: (args: Fields, actor?: Actor["Service"]) => string | undefined
  readonly call: (args: Fields) => Effect.Effect<CallToolResult, never, Services>
  /** The runner that executes an approved call. */
  readonly runner: () => OperationRunner
}

/** The operation in the form that a tool runs and describes. */
const derive = (offered: Offered) => ({
  ...Details.derive(Lists.derive(Resolve.derive(narrowed(operationOf(offered.id))))),
  ...offered
})

/** The parts that a call needs, built at the first call. */
const compiled = (offered: Offered) => {
  const tool = { ...offered, rest: OmittedResults.of(offered) }
  const real = Present.marking(offered)
  const tried = offered.kind === "read" ? real : Present.marking({ success: DryRun.of(offered.success) })
  const short = Present.marking({ success: WriteAnswers.schema })
  const isShort = offered.kind !== "read" && WriteAnswers.isShort(offered.contract)
  const shortened = isShort
    ? WriteAnswers.of
    : WriteAnswers.isImport(offered.contract)
      ? WriteAnswers.ofImport
      : undefined
  const waiting = offered.kind === "read" ? real : Present.marking({ success: Asked })
  const invoke = Invoke.compile(derive(offered))
  const isVersioned =
    Operation.isVersioned(offered, operations) || Operation.answersRecord(offered.contract, operations)
  const decode = Arguments.decoder(offered)
  const resultOf = (
    args: Fields,
    fence: UntrustedText.UntrustedText,
    answer: Invoke.Answer,
    { headers, requestId }: Exchange["Service"]
  ) => {
    if (answer.isReplayed) headers["idempotent-replayed"] = "true"
    const isDone = answer.isPending !== true && answer.isDryRun !== true
    const shorten = isDone && args["detail"] !== "full" ? shortened : undefined
    const { beside, markWith } = isDone
      ? isShort && shorten
        ? short
        : real
      : answer.isPending === true
        ? waiting
        : tried
    const shown = Present.present({ ...tool, shorten }, args, answer, markWith(fence))
    if (shown.isError === true) return shown
    if (answer.isReplayed) return Present.again({ ...shown, ...beside })
    if (answer.isDryRun === true) return { ...shown, ...beside }
    const version =
      isVersioned && answer.isPending !== true && args["include"] === undefined
        ? { [Present.etagKey]: Precondition.etagOf(answer.encoded.text) }
        : {}
    const writeMeta = offered.kind === "read" ? {} : { [Present.requestKey]: requestId }
    return { ...shown, _meta: { ...beside._meta, ...version, ...writeMeta } }
  }
  // Built without a generator, as in Rest.
  const call = (args: Fields): Effect.Effect<CallToolResult, Fault, Services> =>
    Effect.contextWith((context: Context.Context<Exchange | Encryption>) => {
      const exchange = Context.get(context, Exchange)
      const { dryRun, headers, ifMatch, key, plan, ...input } = decode(args)
      const quote = UntrustedText.of(Context.get(context, Encryption))
      const { requestId } = exchange
      const call = {
        requestId,
        surface: "mcp",
        idempotencyKey: key,
        dryRun,
        plan,
        ifMatch,
        headers,
        limits: exchange.limits,
        quote
      } as const
      return Effect.map(Effect.provideService(invoke(input), Call, call), (answer) =>
        resultOf(args, quote, answer, exchange)
      )
    })
  return call
}

const compile = (offered: Offered): Tool => {
  const made = lazy(() => compiled(offered))
  const reader = lazy(() => JsonText.reader(Arguments.fieldsOf(offered)))
  return {
    name: offered.tool,
    read: (args) => reader()(args) as object,
    definition: lazy(() => describe(offered)),
    isData: offered.shows === undefined,
    scopesFor: (args) => Operation.scopesFor(offered, args),
    needsAdmin: (actor) => Authorization.needsAdmin(offered, actor),
    isUndoable: offered.final !== undefined,
    final: (args, actor) =>
      args["dryRun"] !== true && (actor === undefined || Authorization.refusal(offered, actor) === undefined)
        ? Operation.finalOf(offered, args)
        : undefined,
    runner: lazy(() => Invoke.runnerOf(derive(offered))),
    call: (args) =>
      Effect.catchCause(made()(args), (cause) =>
        Effect.flatMap(Answer.faultOf(cause), (fault) => Present.refusal(ClearFields.reword(args, fault)))
      )
  }
}

/** Every tool by name, in the order of the contract. */
export const tools: ReadonlyMap<string, Tool> = new Map(offered.map((one) => [one.tool, compile(one)]))
