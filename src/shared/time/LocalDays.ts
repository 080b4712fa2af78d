/** Converts days in an input to the time at which they start in the workspace's zone, so that operations only handle times. */
import { Schema } from "effect"
import * as TimeZone from "./TimeZone.ts"

type Fields = Readonly<Record<string, unknown>>

const day = /^\d{4}-\d{2}-\d{2}$/u

/** A day's start. Times are unchanged. */
export const beginning = (moment: string, zone: string): string =>
  day.test(moment) ? new Date(TimeZone.startOf(moment, zone)).toISOString() : moment

const replaced = (names: ReadonlyArray<string>, input: Fields, zone: string): Fields => {
  const days = names.flatMap((name) => {
    const value = input[name]
    return typeof value === "string" && day.test(value) ? [[name, beginning(value, zone)] as const] : []
  })
  return days.length === 0 ? input : { ...input, ...Object.fromEntries(days) }
}

/** The fields in which a day stands for its start (`Field.Moment`). */
export const daysOf = (fields: Schema.Struct.Fields): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => Schema.resolveAnnotations(fields[name]!)?.["beginsInZone"] === true)

interface Operation {
  readonly input: Schema.Struct.Fields
  readonly choices?: Schema.Struct.Fields
}

/** Creates the conversion for an operation's decoded input and its `filter`. */
export const compile = ({ choices = {}, input }: Operation) => {
  const [own, chosen] = [daysOf(input), daysOf(choices)]
  return (sent: object, { timeZone: zone = "UTC" }: { readonly timeZone?: string }): object => {
    if (own.length === 0 && chosen.length === 0) return sent
    const { filter, ...rest } = sent as { readonly filter?: Fields }
    const filtered = filter === undefined ? {} : { filter: replaced(chosen, filter, zone) }
    return { ...replaced(own, rest, zone), ...filtered }
  }
}
