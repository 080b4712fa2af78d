/**
 * The tool `request_access`, for callers whose consent lacks scopes that their role has. Tools that need those aren't listed, and an agent
 * calls only listed tools. Calling this one triggers the challenge for the scopes in its input (`Challenge.stepUp`).
 */
import type { CallToolResult, Tool as Definition } from "@modelcontextprotocol/server"
import { Schema } from "effect"
import * as Scope from "../../../../schema/Scope.ts"

export const name = "request_access"

/** The tool for a consent that lacks `scopes`. */
export const describe = (scopes: ReadonlyArray<Scope.Scope>): Definition => ({
  name,
  title: "Request access",
  description: `Asks the user to grant this connection more. Its consent lacks ${scopes.join(", ")}; tools that need these are listed only once they are granted.`,
  inputSchema: {
    type: "object",
    properties: {
      scopes: {
        type: "array",
        description: "The scopes that the task needs.",
        items: { type: "string", enum: [...scopes] },
        minItems: 1
      }
    },
    required: ["scopes"],
    additionalProperties: false
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
})

const isScopes = Schema.is(Schema.Array(Scope.Scope).check(Schema.isMinLength(1)))

/** The scopes that a call requests. */
export const scopesOf = ({ scopes }: { readonly scopes?: unknown }): ReadonlyArray<Scope.Scope> =>
  isScopes(scopes) ? scopes : []

const textResult = (text: string, isError = false): CallToolResult => ({
  content: [{ type: "text", text }],
  ...(isError && { isError })
})

/** The result of a call that needs no further consent. */
export const answer = (
  args: { readonly scopes?: unknown },
  has: ReadonlySet<Scope.Scope>,
  gaveUp: ReadonlyArray<Scope.Scope>
): CallToolResult => {
  const scopes = scopesOf(args)
  if (scopes.length === 0) return textResult(`scopes must be a list of ${Scope.all.join(", ")}.`, true)
  const lacking = scopes.filter((scope) => !has.has(scope))
  const gaveUpHere = lacking.filter((scope) => gaveUp.includes(scope))
  if (gaveUpHere.length > 0) {
    return textResult(
      `This connection gave up ${gaveUpHere.join(", ")} by its header Scope. Whoever set it up can add to the header.`,
      true
    )
  }
  return lacking.length === 0
    ? textResult(`Granted: ${scopes.join(", ")}. List the tools again for those that need them.`)
    : textResult(
        `The user's role does not have ${lacking.join(", ")}, whatever is consented to. Ask an admin of the workspace for another role.`,
        true
      )
}
