/** Writes records of an exported workspace to the database, a batch of one kind at a time. */
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { WebhookId, WorkspaceId } from "../../../schema/Id.ts"
import * as FileId from "../../../src/shared/FileId.ts"
import type { Encryption } from "../../encryption/Encryption.ts"
import { sealContext } from "../../webhooks/Webhooks.ts"
import type { Checked } from "./Check.ts"
import { fileScheme } from "./Format.ts"
import type { Kind } from "./Kinds.ts"
import { Unreadable } from "./LineReader.ts"
import type { Sealer } from "./Passphrase.ts"

export type Record_ = Extract<Checked, { readonly type: "record" }>

/** Maps a person's id in the file to their account here, if the ids differ. */
export type People = Readonly<Record<string, string>>

export interface Ground {
  readonly sql: SqlClient.SqlClient
  readonly encryption: Encryption["Service"]
  readonly workspaceId: WorkspaceId
  /** The service's own address. */
  readonly base: string
  /** Undefined if secrets are left out. */
  readonly sealer: Sealer | undefined
}

/** Decrypts the secrets of a checked record, and encrypts them with this instance's key. */
const unsealed = ({ sealer, encryption }: Ground, { fields, kind }: Record_) => {
  const record: Record<string, unknown> = { ...fields }
  for (const column of kind.sealed ?? []) {
    const sealed = record[column]
    if (sealed === null || sealed === undefined) continue
    const plain = sealer?.open(String(sealed), `${kind.kind}:${String(fields["id"])}:${column}`)
    if (plain === undefined) record[column] = null
    else if (kind.kind === "person") record[column] = plain
    else {
      const context = sealContext(fields["id"] as WebhookId, column === "url" ? "url" : "secret")
      record[column] = `\\x${Buffer.from(encryption.seal(plain, context)).toString("hex")}`
    }
  }
  return record
}

/** Replaces addresses of the workspace's files by those of this instance. */
const withFiles = ({ base, workspaceId }: Ground, text: string): string =>
  text.replaceAll(new RegExp(`${fileScheme}([\\w-]{43})(?![\\w-])`, "gu"), (whole, id: string) =>
    Option.getOrUndefined(FileId.workspaceOf(id)) === workspaceId ? `${base}/files/${id}` : whole
  )

const textOf = (ground: Ground, record: Record_) => {
  if (record.kind.sealed !== undefined) return JSON.stringify({ fields: unsealed(ground, record) })
  return record.kind.namesFiles === true ? withFiles(ground, record.line.text) : record.line.text
}

/** Two people in the file may have the same account in this instance. Then the active membership is kept. */
const merged = `ON CONFLICT (workspace_id, user_id) DO UPDATE SET
  role = CASE WHEN members.removed_at IS NULL THEN members.role ELSE excluded.role END,
  removed_at = CASE WHEN members.removed_at IS NULL THEN NULL ELSE excluded.removed_at END`

const valueOf = (kind: Kind, column: string, isMapped: boolean) => {
  if (isMapped && kind.people?.includes(column) === true)
    return `coalesce((m.people ->> t."${column}"::text)::uuid, t."${column}")`
  if (isMapped && kind.peopleInKeys === column)
    return `(SELECT jsonb_object_agg(concat_ws(':', split_part(e.key, ':', 1), coalesce(m.people ->> id, nullif(id, ''))),
      e.value) FROM jsonb_each(t."${column}") e, split_part(e.key, ':', 2) id)`
  return `t."${column}"`
}

/** Inserts records of one kind with the same fields. JSON keeps its text, and the rows keep their order. */
export const insert = Effect.fnUntraced(function* (
  ground: Ground,
  records: ReadonlyArray<Record_>,
  people: People
) {
  const { sql, workspaceId } = ground
  const { fields, kind } = records[0]!
  const columns = Object.keys(fields).filter((name) => !kind.ignored?.includes(name))
  const isMapped = Object.keys(people).length > 0
  const texts = records.map((record) => textOf(ground, record))
  const names = columns.map((column) => `, "${column}"`).join("")
  const values = columns.map((column) => `, ${valueOf(kind, column, isMapped)}`).join("")
  yield* sql`INSERT INTO ${sql(kind.table)} (workspace_id${sql.literal(names)})
    SELECT ${workspaceId}::uuid${sql.literal(values)}
    FROM json_array_elements(${`[${texts.join(",")}]`}::text::json) WITH ORDINALITY l (line, place)
    CROSS JOIN LATERAL json_populate_record(NULL::${sql(kind.table)}, l.line -> 'fields') t
    CROSS JOIN (SELECT ${JSON.stringify(people)}::text::jsonb AS people) m
    ORDER BY l.place
    ${sql.literal(kind.kind === "member" && isMapped ? merged : "")}`
})

interface Account {
  readonly id: string
  readonly email: string
  readonly onlyIn: WorkspaceId | null
}

/** Accounts with the id or the address of a person in the file. */
export const accountsLike = (
  sql: SqlClient.SqlClient,
  people: ReadonlyArray<{ readonly id: string; readonly email: string }>
) =>
  sql<Account>`SELECT u.id, u.email, u.only_in AS "onlyIn" FROM users u
    WHERE ${sql.or([
      sql.in(
        "u.id",
        people.map(({ id }) => id)
      ),
      sql.in(
        "u.email",
        people.map(({ email }) => email)
      )
    ])}`

/**
 * Finds the account for a person in the file: undefined if it must be created, "taken" if another person has its id. Accounts with a
 * verified address are matched by address.
 */
export const accountOf = (
  person: { readonly id: string; readonly email: string },
  workspaceId: WorkspaceId,
  accounts: ReadonlyArray<Account>
): Account | "taken" | undefined => {
  const named = accounts.filter(({ email }) => email === person.email)
  const known =
    named.find(({ onlyIn }) => onlyIn === null) ?? named.find(({ onlyIn }) => onlyIn === workspaceId)
  if (known !== undefined) return known
  return accounts.some(({ id }) => id === person.id) ? "taken" : undefined
}

export const taken = (email: string) =>
  `The account of ${email} has an id here that another account has, which this workspace can't trust. Vouch for the address first: add it to one of its workspaces here with member add, then import again.`

/** Creates a person's account, which only the imported workspace trusts, unless there is one; returns both ids. */
export const person = Effect.fnUntraced(function* (ground: Ground, record: Record_) {
  const { sql, workspaceId } = ground
  const { fields, line } = record
  const found = { id: String(fields["id"]), email: String(fields["email"]) }
  const known = accountOf(found, workspaceId, yield* accountsLike(sql, [found]))
  if (known === "taken") return yield* new Unreadable({ line: line.number, message: taken(found.email) })
  if (known !== undefined) return [found.id, known.id] as const
  const { password_hash: hash } = unsealed(ground, record)
  yield* sql`INSERT INTO users ${sql.insert({
    id: found.id,
    email: found.email,
    name: fields["name"] as string | null,
    password_hash: (hash ?? null) as string | null,
    created_at: String(fields["created_at"]),
    only_in: workspaceId
  })}`
  return [found.id, found.id] as const
})
