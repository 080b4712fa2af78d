/** The schemas of error responses. */
import { Schema } from "effect"
import * as Fault from "./Fault.ts"
import * as Field from "./Field.ts"

/** The error response of one type. */
const makeEnvelope = (fault: Fault.FaultClass) =>
  Schema.Struct({
    error: Field.of(
      "Error",
      "Reason for the refusal.",
      Schema.Struct({
        type: Field.of(
          "Type",
          "Kind of error; it goes with the status.",
          Schema.Literal(Fault.typeOf(fault))
        ),
        code: Field.of("Code", "Error code for programs.", Schema.Literals(Fault.codesOf(fault))),
        message: Field.of("Message", "The problem, and what to do next.", Schema.String),
        request_id: Field.of("Request id", "Id to quote when reporting a bug.", Schema.String),
        meta: Field.of(
          "Details",
          "Issues, limits or candidates, if there are any.",
          Schema.optionalKey(Fault.Meta)
        )
      })
    )
  }).annotate({ identifier: `Error_${Fault.typeOf(fault)}` })

/** One schema per type, so that OpenAPI has one component per type. */
export const envelopes = Object.fromEntries(
  Fault.classes.map((fault) => [Fault.typeOf(fault), makeEnvelope(fault)])
) as Record<Fault.Type, ReturnType<typeof makeEnvelope>>
