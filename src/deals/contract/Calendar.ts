import { Schema } from "effect"
import { Calendar, everyone, NewCalendar } from "../../../schema/Calendar.ts"
import * as Field from "../../../schema/Field.ts"
import * as Operation from "../../contract/Operation.ts"

export const get = Operation.make("calendar.get", {
  title: "See the calendar's address",
  description: "Since when the caller has an address for their calendar, and whose next steps it shows.",
  scope: "deals:read",
  kind: "read",
  input: {},
  success: Schema.Struct({
    calendar: Field.of("Calendar", "null if there is no address.", Schema.NullOr(Calendar))
  }),
  faults: []
})

export const open = Operation.make("calendar.open", {
  title: "Make an address for a calendar",
  description:
    "Makes the secret address at which a calendar program reads next steps. The one before, if any, ends.",
  scope: "deals:read",
  kind: "write",
  input: { everyone },
  success: NewCalendar,
  faults: []
})

export const close = Operation.make("calendar.close", {
  title: "Revoke the calendar's address",
  description: "Ends the caller's address; calendars that read it get nothing any more.",
  scope: "deals:read",
  kind: "delete",
  input: {},
  success: Schema.Struct({ deleted: Field.of("Deleted", "true if there was one.", Schema.Boolean) }),
  faults: []
})

export const onPages = [get, open, close] as const
