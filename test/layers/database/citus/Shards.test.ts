import { assert, describe, it } from "@effect/vitest"
import { pointsAround } from "../../../../layers/database/citus/Shards.ts"

const shard = { least: -2_147_483_648, most: -2_013_265_921 }

describe("the points that give a workspace a part of its own", () => {
  it("are in order, of negative hashes too", () => {
    assert.deepStrictEqual(pointsAround({ ...shard, hash: -2_100_000_000 }), [-2_100_000_001, -2_100_000_000])
    assert.deepStrictEqual(pointsAround({ hash: 10, least: 0, most: 99 }), [9, 10])
  })

  it("leave out those at the edges of the shard", () => {
    assert.deepStrictEqual(pointsAround({ ...shard, hash: shard.least }), [shard.least])
    assert.deepStrictEqual(pointsAround({ ...shard, hash: shard.most }), [shard.most - 1])
    assert.deepStrictEqual(pointsAround({ hash: 7, least: 7, most: 7 }), [])
  })
})
