import { Schema } from "effect"
import * as Field from "../../../schema/Field.ts"
import { WorkspaceId } from "../../../schema/Id.ts"
import * as TimeZone from "../../../schema/TimeZone.ts"
import * as Operation from "../../contract/Operation.ts"
import { title } from "../../../schema/Title.ts"

const name = Field.of("Name", "Name of the workspace.", title(80))

const timeZone = Field.of(
  "Time zone",
  "IANA name of the zone whose months, weeks and days reports have.",
  TimeZone.Name
)

const lostReasons = Field.of(
  "Reasons for losses",
  "Usual reasons why deals are lost, offered where a deal is lost.",
  Schema.Array(title(100)).check(Schema.isMaxLength(50, { expected: "at most 50 reasons" }))
)

export const update = Operation.make("workspace.update", {
  title: "Change the workspace",
  description: "Sets the name, the time zone and the usual reasons for losses of the workspace. Admins only.",
  role: "admin",
  kind: "write",
  input: { name, timeZone, lostReasons: Field.optional(lostReasons) },
  success: Schema.Struct({ id: WorkspaceId, name, timeZone, lostReasons }),
  faults: []
})

export const onPages = [update] as const
