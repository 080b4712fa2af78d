/** Prepared statements of a session, as an LRU cache. */
import { PgProtocol } from "@effect/sql-pg"
import { randomBytes } from "node:crypto"
import type { Columns } from "../rows/RawRow.ts"

export interface Prepared {
  readonly name: string
  readonly text: string
  /** The parameter types. The same text with other types is a separate statement. */
  readonly types: ReadonlyArray<number>
  /** Whether Parse was sent. */
  isSent: boolean
  /** Whether the server has confirmed it. */
  isParsed: boolean
  /** Undefined until the server has described the columns. */
  columns: Columns | undefined
  isDescribed: boolean
}

const haveSameTypes = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean => {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}

export class PreparedStatements {
  private readonly most: number
  /** Statements by text, least recently used first. */
  private readonly texts = new Map<string, Array<Prepared>>()
  /** Random, because behind a pooler several clients' sessions may use the same server connection. */
  private readonly prefix = randomBytes(6).toString("hex")
  private closes: Array<Uint8Array> = []
  private count = 0
  private size = 0

  constructor(most = 100) {
    this.most = most
  }

  find(text: string, types: ReadonlyArray<number>): Prepared {
    const all = this.texts.get(text) ?? []
    this.texts.delete(text)
    this.texts.set(text, all)
    const found = all.find((one) => haveSameTypes(one.types, types))
    if (found !== undefined) return found
    const made = {
      name: `${this.prefix}_${++this.count}`,
      text,
      types,
      isSent: false,
      isParsed: false,
      columns: undefined,
      isDescribed: false
    }
    all.push(made)
    this.size += 1
    if (this.size > this.most) this.closeOldest(text)
    return made
  }

  private closeOldest(except: string): void {
    for (const [text, all] of this.texts) {
      if (text === except) continue
      for (const one of [...all]) this.forget(one)
      return
    }
  }

  /** Drops a statement, so that it is prepared again on its next use. The server ignores a Close for an unknown name. */
  forget(prepared: Prepared): void {
    const all = this.texts.get(prepared.text)
    const at = all?.indexOf(prepared) ?? -1
    if (all === undefined || at < 0) return
    all.splice(at, 1)
    if (all.length === 0) this.texts.delete(prepared.text)
    this.size -= 1
    if (prepared.isSent)
      this.closes.push(PgProtocol.encodeClose({ target: "statement", name: prepared.name }))
  }

  forgetAll(): void {
    for (const all of [...this.texts.values()]) for (const one of [...all]) this.forget(one)
  }

  /** Close messages for dropped statements, to be sent before the next statement. */
  takeCloses(): ReadonlyArray<Uint8Array> {
    const { closes } = this
    if (closes.length > 0) this.closes = []
    return closes
  }
}
