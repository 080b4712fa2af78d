/** Describes an entry of the audit log. */
import type { AuditActorType, AuditEntry, AuditResource } from "../../../schema/Audit.ts"
import * as ChangeText from "./ChangeText.ts"
import { english } from "./ChangeWords.ts"

/** The maximum number of fields described per record. */
const maxFields = 12

/** The name of a kind of record. */
export const nameOf = (resource: string): string => english.resources[resource as AuditResource] ?? resource

/** The agent's name without its version. */
export const agentName = (agent: string): string => agent.replace(/(?<=.)\/[^/]*$/u, "")

const alone: Readonly<Partial<Record<AuditActorType, string>>> = {
  admin: "The operator",
  visitor: "A visitor"
}

/** The actor's name, for example `Scout, for Ada Park`. */
export const by = ({ agent, id, name, type, userName }: AuditEntry["actor"]): string => {
  if (type === "job") return `The job ${id}`
  const person = alone[type] ?? userName ?? name ?? "Someone"
  return agent === undefined ? person : `${agentName(agent)}, for ${person}`
}

/** Names by id. */
type Names = ReadonlyMap<string, string>

const lineOf = ({ after, before, label }: ChangeText.FieldText) =>
  before === undefined || after === undefined
    ? `${label}: ${after ?? before}`
    : `${label}: ${before} → ${after}`

type Change = AuditEntry["changes"][number]

/** Whether the change is an activity entry in a deal's feed. */
const isSentence = ({ after, resource }: Change) => resource === "note" && after?.["kind"] === "system_event"

/** A change of the stage order only groups changes of stages, and isn't described. */
const isOrder = ({ after, before }: Change) =>
  before !== null && after !== null && Object.keys(after).join() === "stageOrder"

const isStage = (value: unknown): value is { readonly id: string; readonly name: string } =>
  typeof value === "object" && value !== null && "id" in value && "name" in value

/** The names of stages, from the activity entries. */
const namesIn = (changes: ReadonlyArray<Change>): Names => {
  const values = changes
    .filter(isSentence)
    .flatMap(({ after }) => Object.values((after?.["systemEventData"] ?? {}) as object))
  return new Map(values.filter(isStage).map(({ id, name }) => [id, String(name)]))
}

interface ChangeLines {
  readonly change: Change
  readonly title: string
  readonly lines: ReadonlyArray<string>
}

/** An entry's changes without activity entries. */
export const changesOf = ({ changes }: Pick<AuditEntry, "changes">): ReadonlyArray<Change> =>
  changes.filter((one) => !isSentence(one) && !isOrder(one))

/** Describes the first `max` changes of an entry. Only these are processed, however many there are. */
export const changes = (
  entry: Pick<AuditEntry, "changes">,
  context: Partial<ChangeText.RecordNames> = {},
  max = Number.MAX_SAFE_INTEGER
): ReadonlyArray<ChangeLines> => {
  const names = namesIn(entry.changes)
  const words = context.words ?? english
  const all = {
    ...context,
    nameOf: (id: string) => names.get(id) ?? context.nameOf?.(id),
    ...(context.isWhole === true ? {} : { maxFields })
  }
  return changesOf(entry)
    .slice(0, max)
    .map((change) => {
      const { after, before, count: alike, resource } = change
      const { count, fields } = ChangeText.fieldsOf(change, all)
      const verb = before === null ? "made" : after === null ? "removed" : "changed"
      const more = count > fields.length ? [words.moreFields(count - fields.length)] : []
      return { change, title: words.title(resource, verb, alike), lines: [...fields.map(lineOf), ...more] }
    })
}

/** Titles of actions that have no operation. */
const deeds: Readonly<Record<string, string>> = {
  "account.factor_off": "Switch off the second step",
  "account.factor_on": "Switch on the second step",
  "account.passkey_added": "Add a passkey",
  "account.passkey_removed": "Remove a passkey",
  "account.password": "Choose a password",
  "account.provider": "Sign in by the provider",
  "account.provider_sign_out": "Sign out at the provider",
  "account.recovery_code": "Use a recovery code",
  "account.recovery_codes": "Make new recovery codes",
  "account.reset": "Ask for a new password",
  "account.sign_out": "Sign out",
  "account.sign_out_elsewhere": "Sign out elsewhere",
  "account.sign_out_everywhere": "Sign out everywhere",
  "admin.user.factors": "Reset the second step",
  "admin.user.password": "Set a password",
  "admin.user.sign_out": "Sign a person out",
  "admin.user.unlink": "Unlink a person from the provider",
  "admin.user.vouch": "Vouch for a person",
  "admin.workspace.create": "Create a workspace",
  "admin.workspace.clock": "Set the clock of a rehearsal",
  "admin.workspace.discard": "Discard a rehearsal",
  "admin.workspace.fork": "Make a rehearsal",
  "admin.workspace.plan": "Change the plan",
  "admin.member.add": "Add a member",
  "admin.member.role": "Change a member's role",
  "admin.member.remove": "Remove a member",
  "admin.user.invite": "Invite a person",
  "admin.audit.reseal": "Seal the audit log anew",
  "admin.key.create": "Create an API key",
  "admin.key.revoke": "Revoke an API key",
  "admin.app.revoke": "Disconnect an app",
  "admin.rules.set": "Set a credential's rules",
  "admin.form.token": "Open a contact page",
  "admin.form.revoke": "Close a contact page",
  "admin.inbound.address": "Open an address for email",
  "admin.inbound.revoke": "Close an address for email",
  "apps.connect": "Connect an app",
  "intake.form": "Send a contact page",
  "intake.email": "Send an email",
  "invitations.accept": "Accept an invitation",
  "jobs.courier": "Deliver webhooks",
  "jobs.expire-tokens": "Delete what has expired",
  "jobs.expire-approvals": "Expire approvals",
  "jobs.purge-deals": "Purge deleted deals",
  "jobs.rehearsals": "Discard rehearsals that are over",
  "jobs.stale-leads": "Mark leads as stale",
  "oauth.replay": "Disconnect an app whose code was used twice",
  "oauth.revoke": "Disconnect itself"
}

export const auditContext = (operation: string): string => deeds[operation] ?? operation
