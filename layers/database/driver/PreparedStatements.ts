/** The statements that a session has prepared: the one used longest ago is closed first. */
import { PgProtocol } from "@effect/sql-pg"
import { randomBytes } from "node:crypto"
import type { Columns } from "../rows/RawRow.ts"

export interface Prepared {
  readonly name: string
  readonly text: string
  /** The types of the parameters: the same text with others is another statement. */
  readonly types: ReadonlyArray<number>
  /** Whether Parse was sent. */
  isSent: boolean
  /** Whether the server has parsed it. */
  isParsed: boolean
  /** Undefined until the server has described them. */
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
  /** By text, the one used longest ago first. */
  private readonly texts = new Map<string, Array<Prepared>>()
  /** Behind a pooler, sessions of several clients may follow each other on one connection to the server. */
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

  /** The next execution prepares it anew. The server ignores that a name it doesn't have is closed. */
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

  /** Messages that close what was forgotten, to be sent before the next statement. */
  takeCloses(): ReadonlyArray<Uint8Array> {
    const { closes } = this
    if (closes.length > 0) this.closes = []
    return closes
  }
}
