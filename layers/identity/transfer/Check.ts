/**
 * Checks an exported workspace line by line before anything is written. Files are untrusted: they may not contain unknown kinds or fields,
 * ids of another workspace, or a record twice.
 */
import { Result } from "effect"
import { createHash } from "node:crypto"
import { lastBeforeBaseline } from "../../../migrations/index.ts"
import * as StoredGoals from "../../../src/boards/rules/StoredGoals.ts"
import { flawOf, type Fields, secretFlaw } from "./RecordErrors.ts"
import * as Format from "./Format.ts"
import { byName, type Kind, kinds } from "./Kinds.ts"
import type { Line } from "./LineReader.ts"
import type { Sealer } from "./Passphrase.ts"
import type { Column } from "./RecordRows.ts"
import * as Values from "./Values.ts"
import { isObject } from "../../../src/shared/Json.ts"

/** A line that is a record, a piece of a file, or the end. */
export type Checked =
  | { readonly type: "record"; readonly kind: Kind; readonly fields: Fields; readonly line: Line }
  | {
      readonly type: "piece"
      readonly bytes: Uint8Array
      readonly isLast: boolean
      readonly file: FileRecord
    }
  | { readonly type: "end"; readonly end: Format.End }

export type FileRecord = {
  readonly id: string
  readonly sha256: string
  readonly content_type: string
  readonly bytes: number
}

/** The columns of each kind, according to this instance's database. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, Column>>

const places = new Map(kinds.map(({ kind }, place) => [kind, place]))

/** Matches an escaped U+0000, which PostgreSQL can't store. */
const zero = /(?<!\\)(?:\\\\)*\\u0000/u

/** Whether the text contains half of a surrogate pair, which PostgreSQL can't store either. */
const isHalf = (text: string, value: unknown) =>
  /\\ud/iu.test(text) && /(?<!\\)(?:\\\\)*\\ud/u.test(JSON.stringify(value))

const parse = (text: string) => Result.getOrUndefined(Result.try(() => JSON.parse(text) as unknown))

/** Whether one key comes after another; the database sorts texts by their bytes. */
const isAfter = (key: ReadonlyArray<unknown>, before: ReadonlyArray<unknown>): boolean => {
  const place = key.findIndex((value, index) => value !== before[index])
  if (place < 0) return false
  const [one, other] = [key[place], before[place]]
  if (typeof one === "number" && typeof other === "number") return one > other
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other))) > 0
}

/** Reads the header, which is the first line. */
export const header = ({ text }: Line): Result.Result<Format.Header, string> => {
  const found = parse(text)
  if (!isObject(found) || found["kind"] !== "header" || found["format"] !== Format.format) {
    return Result.fail("is not the header of an exported workspace")
  }
  const { schema, version, workspace } = found as Format.Header
  const { seal } = found
  if (typeof schema === "string" && schema < Format.schemas[0]!) {
    return Result.fail(
      `is of an older schema (${schema}) than this instance reads. Import it with ${lastBeforeBaseline} of this service, upgrade, and export it again`
    )
  }
  if (version !== Format.version || !Format.schemas.includes(schema)) {
    return Result.fail(
      `is of a newer version (format ${String(version)}, schema ${String(schema)}) than this instance. Update it`
    )
  }
  if (seal !== null && !(isObject(seal) && typeof seal["check"] === "string")) {
    return Result.fail("has no seal that can be read")
  }
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(String(workspace))
    ? Result.succeed(found as Format.Header)
    : Result.fail("names no workspace")
}

/** Checks the lines after the header in order, and fails with what is wrong with one. */
export const make = (
  first: Line,
  { schema, workspace }: Format.Header,
  columns: Columns,
  now: string,
  sealer: Sealer | undefined
) => {
  const valuesFlaw = new Map(kinds.map((kind) => [kind, Values.flawOf(kind, columns.get(kind.kind)!)]))
  const people = new Set<unknown>()
  const hash = createHash("sha256").update(first.bytes)
  const counts: Record<string, number> = {}
  const isOwnSchema = schema === Format.schema
  let [place, lines] = [-1, 1]
  let key: ReadonlyArray<unknown> | undefined
  let file: { readonly record: FileRecord; pieces: number; size: number; hash: ReturnType<typeof createHash> }
  let isOpen = false
  let isOver = false

  const fieldsFlaw = (kind: Kind, fields: Fields): string | undefined => {
    const known = columns.get(kind.kind)!
    const strange = Object.keys(fields).find((name) => !known.has(name) && !kind.ignored?.includes(name))
    if (strange !== undefined)
      return `has a field ${JSON.stringify(strange.slice(0, 80))}, which a ${kind.kind} has not`
    const missing = isOwnSchema ? [...known.keys()].find((name) => !(name in fields)) : undefined
    return missing === undefined ? undefined : `has no field ${missing}`
  }

  /** Ids alone could make somebody else's account a member here, or reveal their name. */
  const strangerIn = (kind: Kind, fields: Fields): string | undefined => {
    const name = [...(kind.people ?? []), ...(kind.unmappedIdColumns ?? [])].find(
      (column) => fields[column] !== null && fields[column] !== undefined && !people.has(fields[column])
    )
    const keys = kind.peopleInKeys === undefined ? {} : ((fields[kind.peopleInKeys] as object | null) ?? {})
    if (!StoredGoals.ownersOf(keys).every((id) => people.has(id)))
      return `has ${kind.peopleInKeys} of somebody who is no person of the file`
    return name === undefined ? undefined : `has a ${name} that is no person of the file`
  }

  const record = (kind: Kind, fields: Fields, line: Line): Result.Result<Checked, string> => {
    const at = places.get(kind.kind)!
    if (at < place)
      return Result.fail(
        `is a ${kind.kind} after a ${kinds[place]!.kind}: records come in the order of their kinds`
      )
    if (at > place) key = undefined
    if ((place < 0 || at === 0) && (place >= 0 || at > 0))
      return Result.fail("must be the workspace itself, once")
    place = at
    const flaw =
      fieldsFlaw(kind, fields) ??
      valuesFlaw.get(kind)!(fields, line.text) ??
      flawOf(kind.kind, fields, workspace, now) ??
      strangerIn(kind, fields) ??
      (sealer === undefined ? undefined : secretFlaw(kind, fields, sealer))
    if (flaw !== undefined) return Result.fail(flaw)
    const next = kind.key.map((name) => fields[name])
    if (kind.key.length > 0 && key !== undefined && !isAfter(next, key)) {
      return Result.fail("is there twice, or not in the order of its key")
    }
    key = next
    if (kind.kind === "person") people.add(fields["id"])
    counts[kind.kind] = (counts[kind.kind] ?? 0) + 1
    if (kind.kind === "file") {
      const found = fields as FileRecord
      file = { record: found, pieces: 0, size: 0, hash: createHash("sha256") }
      isOpen = true
    }
    return Result.succeed({ type: "record", kind, fields, line })
  }

  const piece = ({ data, file: id, piece: number }: Format.Piece): Result.Result<Checked, string> => {
    if (!isOpen || id !== file.record.id || number !== file.pieces) {
      return Result.fail("is a piece of a file out of its order")
    }
    const bytes = Buffer.from(String(data), "base64")
    file.pieces += 1
    file.size += bytes.length
    file.hash.update(bytes)
    const isLast = file.size >= file.record.bytes
    if (bytes.length === 0 || bytes.length > Format.pieceSize || file.size > file.record.bytes) {
      return Result.fail("is a piece of another size than its file's")
    }
    if (isLast && file.hash.digest("hex") !== file.record.sha256) {
      return Result.fail("ends a file that has another SHA-256")
    }
    if (isLast) isOpen = false
    return Result.succeed({ type: "piece", bytes, isLast, file: file.record })
  }

  const end = (found: Format.End): Result.Result<Checked, string> => {
    isOver = true
    if (place < 0) return Result.fail("ends a file without a workspace")
    if (found.sha256 !== hash.digest("hex") || found.lines !== lines) {
      return Result.fail("says another SHA-256 or number of lines than the file has: it was changed or cut")
    }
    return Result.succeed({ type: "end", end: { ...found, counts } })
  }

  return {
    isOver: () => isOver,
    line: (line: Line): Result.Result<Checked, string> => {
      if (isOver) return Result.fail("comes after the end")
      const found = zero.test(line.text) ? undefined : parse(line.text)
      if (!isObject(found)) return Result.fail("is no JSON object, or holds U+0000")
      if (isHalf(line.text, found)) return Result.fail("holds half a character of two (a surrogate)")
      const { fields, kind: name, ...others } = found
      if (name === "end") return end(found as Format.End)
      hash.update(line.bytes)
      lines += 1
      const isWithin = isOpen && file.pieces > 0
      if (name === "piece") return piece(found as Format.Piece)
      if (isWithin) return Result.fail("comes before the end of a file")
      isOpen = false
      const kind = byName.get(String(name))
      if (kind === undefined) {
        return Result.fail(`is of a kind that there isn't: ${JSON.stringify(String(name).slice(0, 80))}`)
      }
      return !isObject(fields) || Object.keys(others).length > 0
        ? Result.fail("must have kind and fields, and nothing else")
        : record(kind, fields, line)
    }
  }
}
