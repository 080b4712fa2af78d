/** Turns a raw email into a lead, once. */
import { Context, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { type ApiError, Invalid, NotFound, type RateLimited } from "../../schema/Fault.ts"
import type { LeadId } from "../../schema/Id.ts"
import * as IntakeToken from "../../src/intake/rules/IntakeToken.ts"
import * as InlineForward from "../../src/intake/rules/InlineForward.ts"
import type * as Mail from "../../src/intake/rules/Mail.ts"
import * as MailSubmission from "../../src/intake/rules/MailSubmission.ts"
import * as AutomatedMail from "../../src/intake/rules/AutomatedMail.ts"
import { Audit } from "../audit/Audit.ts"
import * as AuditActors from "../audit/AuditActors.ts"
import { InboundAddresses, type OpenAddress } from "./InboundAddresses.ts"
import { InboundMessages } from "./InboundMessages.ts"
import { LeadIntake } from "./LeadIntake.ts"
import { MailReader } from "./MailReader.ts"
import * as ShiftedClock from "../runtime/ShiftedClock.ts"
import { Members } from "../identity/Members.ts"
import * as WorkspaceStatus from "../identity/rehearsals/WorkspaceStatus.ts"
import { Tenant } from "../identity/Tenant.ts"

/** The largest message, in bytes: 10 MiB. */
export const maxMessage = 10 * 1_048_576

type Receipt =
  | { readonly accepted: true; readonly leadId: LeadId | null }
  | { readonly accepted: false; readonly reason: AutomatedMail.Reason }

interface Letter {
  readonly raw: Uint8Array
  /** See `Mail.returnPath`. */
  readonly returnPath?: string
}

const noAddress = new NotFound({
  code: "inbound_address_not_found",
  message:
    "No board accepts mail at this address, or the address was closed. Ask an admin for the board's current address."
})

const auditContext = {
  operation: "intake.email",
  surface: "intake",
  doer: AuditActors.visitor("email")
} as const

/** The maximum number of forwards among members. */
const maxForwards = 5

const sha256 = (data: string): Uint8Array => createHash("sha256").update(data).digest()

export class EmailIntake extends Context.Service<
  EmailIntake,
  {
    /** Whether the token's address accepts mail; fails if its workspace is suspended. */
    readonly knows: (token: string) => Effect.Effect<boolean, ApiError>
    /** A message received before gets the same response as then, whatever has happened to its lead since. */
    readonly receive: (
      token: string,
      letter: Letter
    ) => Effect.Effect<Receipt, ApiError | NotFound | Invalid | RateLimited>
  }
>()("pipeline/layers/EmailIntake") {
  static readonly layer = Layer.effect(
    EmailIntake,
    Effect.gen(function* () {
      const addresses = yield* InboundAddresses
      const messages = yield* InboundMessages
      const leads = yield* LeadIntake
      const reader = yield* MailReader
      const audit = yield* Audit
      const members = yield* Members

      const isMember = (address: string) =>
        Effect.map(members.findByEmail(address.toLowerCase()), (found) => found !== undefined)

      /**
       * A forwarded message in a member's email whose author isn't a member. Other people's email is taken as theirs, whatever it quotes.
       */
      const forwardIn = Effect.fnUntraced(function* ({ from, text }: Mail.Mail) {
        const first = InlineForward.find(text)
        if (first === undefined || !(yield* isMember(from.address))) return undefined
        let [found, above]: [InlineForward.InlineForward | undefined, string] = [first, first.before]
        for (let depth = 0; found !== undefined && depth < maxForwards; depth++) {
          if (found.from.address === "" || !(yield* isMember(found.from.address)))
            return { ...found, before: above }
          found = InlineForward.find(found.text)
          above = [above, found?.before ?? ""].filter((words) => words !== "").join("\n\n")
        }
        return undefined
      })

      const lookUp = Effect.fnUntraced(function* (token: string) {
        const workspaceId = yield* Effect.fromOption(IntakeToken.workspaceOf(token))
        const address = yield* Effect.flatMap(addresses.open(token), Effect.fromOption).pipe(
          Effect.provideService(Tenant, { workspaceId })
        )
        return { address, workspaceId }
      }, Effect.option)

      const find = Effect.fnUntraced(function* (token: string) {
        const found = yield* lookUp(token)
        return Option.isSome(found) && found.value.address.isClosed ? yield* WorkspaceStatus.closed : found
      })

      const knows = (token: string) => Effect.map(find(IntakeToken.normalize(token)), Option.isSome)

      const keep = Effect.fnUntraced(function* (address: OpenAddress, hash: Uint8Array, mail: Mail.Mail) {
        const message = { addressId: address.id, hash }
        const isNew = yield* messages.claim(message)
        if (!isNew) return yield* messages.leadOf(message)
        const way = { doubt: AutomatedMail.doubt(mail) ?? null }
        const forward = yield* forwardIn(mail)
        const lead = yield* ShiftedClock.ahead(
          address.clockOffset,
          leads.receiveFromStranger(address.boardId, MailSubmission.submission(mail, forward), way)
        )
        yield* messages.settle(message, lead.id)
        return lead.id
      })

      const receive = Effect.fn("EmailIntake.receive")(function* (
        token: string,
        { raw, returnPath }: Letter
      ) {
        const found = yield* find(IntakeToken.normalize(token))
        if (Option.isNone(found)) return yield* noAddress
        const { mail, messageId } = yield* reader
          .read(raw, returnPath)
          .pipe(Effect.mapError(({ message }) => new Invalid({ code: "invalid_body", message })))
        const reason = AutomatedMail.automatic(mail)
        if (reason !== undefined) return { accepted: false, reason } as const
        const { address, workspaceId } = found.value
        const leadWrite = audit.runAudited(
          auditContext,
          keep(address, sha256(MailSubmission.identity(mail, messageId)), mail)
        )
        const leadId = yield* Effect.provideService(leadWrite, Tenant, { workspaceId })
        return { accepted: true, leadId } as const
      })

      return EmailIntake.of({ knows, receive })
    })
  )
}
