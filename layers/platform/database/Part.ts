import type { Asked } from "./Driver.ts"
import type { Guard } from "./Guard.ts"
import type { Read } from "./Presumed.ts"

/** A statement of a transaction. */
export interface Part extends Asked {
  readonly guard?: Guard
}

/** One that is composed when it is sent: another may take its place. */
export class Later implements Part {
  readonly wantRows = true
  readonly isPrepared = true
  readonly guard: Guard
  private readonly compile: () => Read
  private compiled: Read | undefined

  constructor(compile: () => Read, guard: Guard) {
    this.compile = compile
    this.guard = guard
  }

  get sql() {
    return (this.compiled ??= this.compile())[0]
  }

  get params() {
    return (this.compiled ??= this.compile())[1]
  }
}
