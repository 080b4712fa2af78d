/** Finds and erases the account of an email address. Only an account without a workspace can be erased. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as MatchKey from "../../src/deals/rules/MatchKey.ts"
import * as Sql from "../database/Sql.ts"
import { Refused } from "../identity/Workspaces.ts"

interface Account {
  readonly id: string
  readonly email: string
  readonly name: string | null
  /** The workspaces it is a member of. */
  readonly workspaces: ReadonlyArray<string>
}

export class PersonAccounts extends Context.Service<
  PersonAccounts,
  {
    readonly find: (email: string) => Effect.Effect<ReadonlyArray<Account>>
    /** The accounts to erase; fails if one is still a member of a workspace. */
    readonly check: (email: string) => Effect.Effect<ReadonlyArray<Account>, Refused>
    /** Clears an account and ends its sessions. The row is kept, because notes and audit entries refer to it. */
    readonly erase: (id: string) => Effect.Effect<void>
  }
>()("pipeline/layers/PersonAccounts") {
  static readonly layer = Layer.effect(
    PersonAccounts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const find = (email: string) =>
        Sql.orDie(sql<Account>`SELECT id, email, name, ARRAY(SELECT workspace_id::text FROM members m
            WHERE m.user_id = u.id AND m.removed_at IS NULL ORDER BY 1) AS workspaces
          FROM users u WHERE lower(email) = ${MatchKey.email(email)} ORDER BY id`)

      const check = Effect.fnUntraced(function* (email: string) {
        const accounts = yield* find(email)
        const member = accounts.find(({ workspaces }) => workspaces.length > 0)
        if (member === undefined) return accounts
        return yield* new Refused({
          code: "person_is_member",
          message: `${email} is a member of the workspace ${member.workspaces[0]}. Remove them first: member remove --workspace ${member.workspaces[0]} --user ${member.id}`
        })
      })

      const erase = Effect.fnUntraced(
        function* (id: string) {
          // Tables of credentials and sessions that belong to a user rather than to a workspace.
          const tables = yield* sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
            JOIN pg_attribute u ON u.attrelid = c.oid AND u.attname = 'user_id'
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
              AND NOT EXISTS (SELECT FROM pg_attribute w
                WHERE w.attrelid = c.oid AND w.attname = 'workspace_id' AND w.attnotnull)`
          for (const { name } of tables) yield* sql`DELETE FROM ${sql(name)} WHERE user_id = ${id}`
          yield* sql`UPDATE users SET email = ${`erased-${id}@erased.invalid`}, name = NULL, password_hash = NULL,
              password_version = password_version + 1 WHERE id = ${id}`
        },
        sql.withTransaction,
        Sql.orDie
      )

      return PersonAccounts.of({ find, check, erase })
    })
  )
}
