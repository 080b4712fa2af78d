/** One write of a sequence, and what its choice may go by. */

/** What a call needs of a workspace: ids by name (`d0`, `n2`, `l1`), and its stages. */
export interface World {
  readonly ids: Map<string, string>
  readonly board: string
  readonly stages: ReadonlyArray<string>
}

export interface Write {
  readonly index: number
  /** 0 is an admin, the others are members. */
  readonly actor: number
  readonly what: string
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
  readonly call: (world: World) => readonly [method: string, path: string, body?: object]
  /** The name under which the id of what it makes is kept, and where the answer has it. */
  readonly makes?: readonly [name: string, field: string]
}

export interface Model {
  readonly deals: Array<{ name: string; isThere: boolean; stage: number }>
  readonly notes: Array<{ name: string; deal: string; isThere: boolean; author: number }>
  readonly leads: Array<{ name: string; status: string }>
}

export const parts = ["exist", "name", "amount", "company", "labels", "stage"]

export const pick = <A>(all: ReadonlyArray<A>, at: number): A | undefined => all[at % all.length]

/** The turn of a write: what was there before it, and the numbers that choose. */
export interface Turn {
  readonly model: Model
  readonly index: number
  readonly actor: number
  readonly target: number
  readonly value: number
}

interface Effects {
  readonly reads?: ReadonlyArray<string>
  readonly writes: ReadonlyArray<string>
  readonly makes?: readonly [name: string, field: string]
}

export const write = ({ actor, index }: Turn, what: string, call: Write["call"], of: Effects): Write => ({
  index,
  actor,
  what,
  reads: new Set(of.reads),
  writes: new Set(of.writes),
  call,
  ...(of.makes && { makes: of.makes })
})

export const id = (name: string) => (world: World) => world.ids.get(name)!

export const there = ({ deals }: Model) => deals.filter(({ isThere }) => isThere)
