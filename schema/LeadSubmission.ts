/** What a lead is submitted with, whichever way it comes in. */
import { Schema } from "effect"
import { inputs } from "./LeadFields.ts"

export const submitted = inputs

const Submission = Schema.Struct(submitted)
/** The fields of a new lead, checked. */
export type Submission = typeof Submission.Type

const fields: ReadonlySet<string> = new Set(["boardId", ...Object.keys(submitted)])

/** An empty consent is a no (a box left unticked); an empty field of any other name was not filled in. */
const isUnsent = ([name, value]: readonly [string, unknown]): boolean =>
  fields.has(name) && (value === null || (value === "" && name !== "consent"))

/** A body as builders of websites send it, where every field is there, without the fields that are empty. */
export const withoutEmpty = (body: unknown): unknown =>
  typeof body !== "object" || body === null || Array.isArray(body)
    ? body
    : Object.fromEntries(Object.entries(body).filter((field) => !isUnsent(field)))
