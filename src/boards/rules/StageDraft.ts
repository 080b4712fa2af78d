/** A board's stages in the edit form: values as typed, in their new order. */
import type { Region } from "../../../schema/Stage.ts"

export interface Row {
  /** The id of an existing stage, or `new-<n>`. */
  readonly key: string
  readonly name: string
  readonly region: Region
  /** The percentage as typed. */
  readonly probability: string
}

export type Rows = ReadonlyArray<Row>

type Addable = "early" | "late"

const newPrefix = "new-"

export const isNew = ({ key }: Row): boolean => key.startsWith(newPrefix)

interface Stage {
  readonly id: string
  readonly name: string
  readonly region: Region
  readonly probability: number
}

export const of = (stages: ReadonlyArray<Stage>): Rows =>
  stages.map(({ id, name, probability, region }) => ({
    key: id,
    name,
    region,
    probability: String(probability)
  }))

/** The row and its position within its region, starting at 1. */
export const placeOf = (rows: Rows, key: string) => {
  const row = rows.find((one) => one.key === key)
  if (row === undefined) return undefined
  const same = rows.filter(({ region }) => region === row.region)
  return { row, place: same.indexOf(row) + 1, of: same.length }
}

/** Moves a row up (-1) or down (1) within its region. Does nothing at the region's end. */
export const move = (rows: Rows, key: string, by: -1 | 1): Rows => {
  const from = rows.findIndex((one) => one.key === key)
  const row = rows[from]
  if (row === undefined) return rows
  const inRegion = rows.flatMap(({ region }, index) => (region === row.region ? [index] : []))
  const to = inRegion[inRegion.indexOf(from) + by]
  const other = to === undefined ? undefined : rows[to]
  if (other === undefined) return rows
  return rows.map((one) => (one === row ? other : one === other ? row : one))
}

export const remove = (rows: Rows, key: string): Rows => rows.filter((one) => one.key !== key)

/** Adds a stage at the end of a region; returns the rows and its key. */
export const add = (rows: Rows, region: Addable): { readonly rows: Rows; readonly key: string } => {
  const last = rows.reduce(
    (most, row) => (isNew(row) ? Math.max(most, Number(row.key.slice(newPrefix.length)) || 0) : most),
    0
  )
  const key = `${newPrefix}${last + 1}`
  return { key, rows: [...rows, { key, name: "", region, probability: "50" }] }
}
