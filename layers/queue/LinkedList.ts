/** Of one list at a time. */
export class Member {
  before: this | undefined = undefined
  after: this | undefined = undefined
  isIn = false
}

/**
 * A list of what is under way, the oldest first. Where members come and go all the time, a Set or a Map keeps those that left alive: it
 * moves the others to a new table every so often, and V8 has each table that it left refer to the next. Once one of these is
 * old, all that follow grow old too, with all that was ever in them.
 */
export class LinkedList<A extends Member> {
  #first: A | undefined
  #last: A | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  get first(): A | undefined {
    return this.#first
  }

  add(member: A): void {
    const before = this.#last
    if (before === undefined) this.#first = member
    else before.after = member
    member.before = before
    member.isIn = true
    this.#last = member
    this.#size += 1
  }

  /** Takes it out, if it is still in; it refers to no other then. */
  delete(member: A): void {
    if (!member.isIn) return
    const { after, before } = member
    if (before === undefined) this.#first = after
    else before.after = after
    if (after === undefined) this.#last = before
    else after.before = before
    member.before = undefined
    member.after = undefined
    member.isIn = false
    this.#size -= 1
  }

  /** The oldest of which it is so. */
  find(isIt: (member: A) => boolean): A | undefined {
    let one = this.#first
    while (one !== undefined && !isIt(one)) one = one.after
    return one
  }

  /** Those that are in now: they may leave meanwhile. */
  all(): ReadonlyArray<A> {
    const all: Array<A> = []
    for (let one = this.#first; one !== undefined; one = one.after) all.push(one)
    return all
  }
}
