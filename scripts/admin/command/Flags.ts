/** The flags of the admin commands. */
import { Schema } from "effect"
import { Flag } from "effect/cli"
import { BoardId, UserId, WorkspaceId } from "../../../schema/Id.ts"
import { Plan } from "../../../schema/Me.ts"
import { Role } from "../../../schema/Scope.ts"

/** A flag whose value a schema checks. */
export const text = <A>(name: string, schema: Schema.Codec<A, string>, description: string) =>
  Flag.String(name).pipe(Flag.withSchema(schema), Flag.withDescription(description))

export const optional = <A>(flag: Flag.Flag<A>): Flag.Flag<A | undefined> => Flag.withDefault(flag, undefined)

/** A flag without a value. */
export const toggle = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDefault(false), Flag.withDescription(description))

const Email = Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/u, { expected: "an email address" }))
const Name = Schema.String.check(
  Schema.isPattern(/^(?![^]*(?!\s)\p{Cc})[^]*\S/u, {
    expected: "a name, without control characters but white space"
  })
)

export const name = (description: string, flag = "name") => text(flag, Name, description)

/** A file for the command's output, written by `Written.into`. */
export const output = (description: string, flag = "to") =>
  name(`${description}; - for standard output`, flag)

const File = Name.check(
  Schema.isPattern(/^(?!-$)/u, { expected: "the name of a file: standard output has the answer" })
)

/** A new file that is written in addition to the result. */
export const file = (description: string, flag: string) => text(flag, File, description)

export const email = (description: string, flag = "email") => text(flag, Email, description)
export const workspace = text("workspace", WorkspaceId, "The workspace's id")
export const user = text("user", UserId, "The person's id")
export const board = text("board", BoardId, "The board's id")
export const plan = Flag.Literals("plan", Plan.literals).pipe(Flag.withDescription("The workspace's plan"))
export const role = Flag.Literals("role", Role.literals).pipe(Flag.withDescription("The person's role"))
export const reviveKeys = toggle(
  "revive-keys",
  "Turns this person's keys back on, if their removal turned them off"
)
