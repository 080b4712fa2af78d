/** Each code with its cause and the way out, for the page of errors. The compiler names a code that is missing. */
import type { Fault } from "../../../../schema/Fault.ts"
import { access } from "./Access.ts"
import { input } from "./Input.ts"
import { state } from "./State.ts"

type Code = Fault["code"]
type Cause = readonly [cause: string, way: string]

export type Causes = { readonly [Some in Code]?: Cause }

export const causes: { readonly [Each in Code]: Cause } = { ...access, ...input, ...state }
