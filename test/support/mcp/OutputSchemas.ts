/** Holds the results of tools against their output schemas, as strict clients do. */
import { assert } from "@effect/vitest"
import { Ajv } from "ajv"
import { toolList } from "../../../src/surfaces/mcp/tools/Definitions.ts"

export const checker = () => {
  const ajv = new Ajv({ strict: false })
  const validators = new Map(
    toolList().flatMap(({ name, outputSchema }) =>
      outputSchema === undefined ? [] : [[name, ajv.compile(outputSchema as object)] as const]
    )
  )
  const checked = { answers: 0, errors: 0 }
  const check = (name: string, result: any) => {
    checked.answers++
    if (result.isError === true) checked.errors++
    const fits = validators.get(name)
    if (fits !== undefined) {
      assert.isTrue(fits(result.structuredContent), `${name}: ${ajv.errorsText(fits.errors)}`)
      assert.deepStrictEqual(JSON.parse(result.content[0].text), result.structuredContent)
    }
    for (const { type } of result.content) assert.include(["text", "image"], type)
  }
  return { check, checked }
}
