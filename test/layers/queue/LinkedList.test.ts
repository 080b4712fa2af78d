import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { LinkedList, Member } from "../../../layers/queue/LinkedList.ts"

class Numbered extends Member {
  readonly number: number

  constructor(number: number) {
    super()
    this.number = number
  }
}

it("a list of what is under way holds what a Set would, in its order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 80 }), (turns) => {
      const members = Array.from({ length: 10 }, (_, number) => new Numbered(number))
      const [list, set] = [new LinkedList<Numbered>(), new Set<Numbered>()]
      for (const number of turns) {
        const member = members[number]!
        if (set.delete(member)) list.delete(member)
        else {
          set.add(member)
          list.add(member)
        }
        // Whoever has left leaves nothing behind, and may leave twice.
        if (!set.has(member)) {
          list.delete(member)
          assert.deepStrictEqual([member.before, member.after, member.isIn], [undefined, undefined, false])
        }
        assert.deepStrictEqual(list.all(), [...set])
        assert.strictEqual(list.size, set.size)
        assert.strictEqual(list.first, [...set][0])
        const isOdd = (one: Numbered) => one.number % 2 === 1
        assert.strictEqual(list.find(isOdd), [...set].find(isOdd))
      }
    })
  )
})
