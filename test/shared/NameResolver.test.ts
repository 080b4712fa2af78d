import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { BoardId, StageId, UserId } from "../../schema/Id.ts"
import * as NameResolver from "../../src/shared/NameResolver.ts"

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

const board = (name: string, n: number) => ({ id: BoardId.make(uuid(n)), name, currency: "EUR" as const })

const stage = (name: string, n: number) => ({
  id: StageId.make(`stg_${String(n).padStart(16, "0")}`),
  name,
  region: "early" as const,
  isAnchor: false
})

const owner = (name: string | null, email: string, n: number) => ({ id: UserId.make(uuid(n)), name, email })

const messageOf = (result: Result.Result<unknown, { readonly message: string }>) =>
  Result.isFailure(result) ? result.failure.message : assert.fail("it was found")

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), {
  minLength: 1,
  maxLength: 12,
  selector: (name) => name.trim().toLowerCase()
})

describe("a handle", () => {
  it("is repeated only up to the length of a name", () => {
    const long = "1. a\n".repeat(100_000)
    assert.isBelow(messageOf(NameResolver.board("boardId", long, [board("One", 1)])).length, 400)
    assert.isBelow(
      messageOf(NameResolver.owner("ownerId", long, [owner("Ada", "ada@acme.example", 1)])).length,
      400
    )
  })

  it("finds an item by its name, in any case and with spaces around it", () => {
    fc.assert(
      fc.property(names, fc.nat(), (all, pick) => {
        const boards = all.map(board)
        const stages = all.map(stage)
        const index = pick % all.length
        const handle = ` ${all[index]!} `
        assert.deepStrictEqual(
          NameResolver.board("boardId", handle, boards),
          Result.succeed(boards[index]!.id)
        )
        assert.deepStrictEqual(
          NameResolver.stage("stageId", handle, stages),
          Result.succeed(stages[index]!.id)
        )
      })
    )
  })

  it("never picks one of several matches", () => {
    fc.assert(
      fc.property(names, fc.nat(), (all, pick) => {
        const twin = all[pick % all.length]!
        const stages = [...all, twin.toUpperCase()].map(stage)
        fc.pre(stages.filter((one) => one.name.trim().toLowerCase() === twin.trim().toLowerCase()).length > 1)
        assert.include(messageOf(NameResolver.stage("stageId", twin, stages)), "send the id of one")
      })
    )
  })

  it("means the only board if none is named, and none if there are several", () => {
    assert.deepStrictEqual(
      NameResolver.board("boardId", undefined, [board("A", 1)]),
      Result.succeed(BoardId.make(uuid(1)))
    )
    const several = NameResolver.board("boardId", undefined, [board("A", 1), board("B", 2)])
    assert.include(messageOf(several), "boardId is required")
  })

  it("finds an owner by email before anyone of that name", () => {
    const owners = [owner("ada@acme.example", "x@acme.example", 1), owner("Ada", "ada@acme.example", 2)]
    assert.deepStrictEqual(
      NameResolver.owner("ownerId", "ADA@acme.example", owners),
      Result.succeed(UserId.make(uuid(2)))
    )
    assert.deepStrictEqual(NameResolver.owner("ownerId", "ada", owners), Result.succeed(UserId.make(uuid(2))))
  })

  it("lists at most 20 candidates", () => {
    const boards = Array.from({ length: 60 }, (_, n) => board(`Board ${n}`, n))
    const result = NameResolver.board("boardId", "Nowhere", boards)
    assert.include(messageOf(result), "and 40 more")
    const { meta } = Result.isFailure(result) ? result.failure : assert.fail("it was found")
    assert.lengthOf(meta!["boards"] as unknown as Array<unknown>, 20)
  })
})
