import { assert, describe, it } from "@effect/vitest"
import * as Release from "./rolling/Release.ts"
import { upgrade } from "./rolling/Upgrade.ts"

const { ref, version } = Release.last
/** A shallow clone lacks the last release's code. */
const lacks = Release.lacks(ref)

describe(`a rolling upgrade from ${version}${lacks === undefined ? "" : ` (${lacks})`}`, () => {
  it.skipIf(lacks !== undefined)(
    "fails no request while both versions serve, loses nothing, leaves the way back open, and refuses a newer schema in one line",
    async () => {
      const said: Array<string> = []
      const tell = (line: string) => void said.push(line)
      const { broken, counts } = await upgrade({ ref, rate: 5, beside: 1, tell })
      assert.deepStrictEqual(broken, [], [...said, ...broken].join("\n"))
      assert.isAbove(counts.ok, 20)
    },
    400_000
  )
})
