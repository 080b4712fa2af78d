/** Rehearsals of a workspace, and a rehearsal's clock. Only pages and the admin commands offer these. */
import { Schema } from "effect"
import { Deleted } from "../../../schema/Deal.ts"
import { Conflict, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { RehearsalId } from "../../../schema/Id.ts"
import { NewRehearsal, Rehearsal, RehearsalList } from "../../../schema/Rehearsal.ts"
import * as Operation from "../../contract/Operation.ts"
import { title } from "../../../schema/Title.ts"

export const list = Operation.make("rehearsals.list", {
  title: "List rehearsals",
  description: "Lists the workspace's rehearsals, newest first; in a rehearsal, that one.",
  role: "admin",
  kind: "read",
  input: {},
  success: RehearsalList,
  faults: []
})

export const create = Operation.make("rehearsals.create", {
  title: "Make a rehearsal",
  description:
    "Begins a copy of the workspace to try things in, and returns it with a key, which works once the copy is done. It ends by itself after 14 days.",
  role: "admin",
  kind: "write",
  input: { name: Field.like(Rehearsal.fields.name, Field.optional(title(80))) },
  success: NewRehearsal,
  faults: [Conflict]
})

export const setClock = Operation.make("rehearsals.setClock", {
  title: "Set a rehearsal's clock",
  description: "Sets the time in a rehearsal: to a time, forward, or back to the real one.",
  role: "admin",
  kind: "write",
  input: {
    id: RehearsalId,
    at: Field.of("Time", "New time of the rehearsal.", Field.optional(Field.Moment)),
    forward: Field.of("Forward", "Time to go forward, such as `14 days`.", Field.optional(Field.text(40))),
    reset: Field.of("Real time", "true: goes back to the real time.", Field.optional(Schema.Boolean))
  },
  success: Rehearsal,
  faults: [Invalid, NotFound]
})

export const discard = Operation.make("rehearsals.discard", {
  title: "Discard a rehearsal",
  description: "Ends a rehearsal: nobody gets into it any more, and all of it is removed.",
  role: "admin",
  kind: "delete",
  input: { id: RehearsalId },
  success: Deleted,
  faults: [NotFound]
})

export const onPages = [list, create, setClock, discard] as const
