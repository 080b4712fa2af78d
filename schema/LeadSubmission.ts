/** The inputs of a new lead, for all channels. */
import { Schema } from "effect"
import { inputs } from "./LeadFields.ts"

export const submitted = inputs

const Submission = Schema.Struct(submitted)
/** The decoded inputs of a new lead. */
export type Submission = typeof Submission.Type

const fields: ReadonlySet<string> = new Set(["boardId", ...Object.keys(submitted)])

/** An empty consent is a no (an unticked box). Any other empty field was not filled in. */
const isUnsent = ([name, value]: readonly [string, unknown]): boolean =>
  fields.has(name) && (value === null || (value === "" && name !== "consent"))

/** Removes empty fields from a body, because website builders send all fields. */
export const withoutEmpty = (body: unknown): unknown =>
  typeof body !== "object" || body === null || Array.isArray(body)
    ? body
    : Object.fromEntries(Object.entries(body).filter((field) => !isUnsent(field)))
