/** A member belongs to one list at a time. */
export class Member {
  before: this | undefined = undefined
  after: this | undefined = undefined
  isIn = false
}

/**
 * A linked list, oldest member first. A Set or Map with constant churn leaks: rehashing leaves tables that V8 chains together, and once one
 * is in the old generation, so are all later ones with everything they ever held.
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

  /** Removes a member if it is in the list, and clears its links. */
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

  /** The oldest member that matches. */
  find(isIt: (member: A) => boolean): A | undefined {
    let one = this.#first
    while (one !== undefined && !isIt(one)) one = one.after
    return one
  }

  /** A copy of the members, so that they may leave during iteration. */
  all(): ReadonlyArray<A> {
    const all: Array<A> = []
    for (let one = this.#first; one !== undefined; one = one.after) all.push(one)
    return all
  }
}
