/** Every fault, in the order they run. */
import type { Fault } from "../Fault.ts"
import { clocks } from "./clocks.ts"
import { databases } from "./databases.ts"
import { embedded } from "./embedded.ts"
import { places } from "./places.ts"
import { processes } from "./processes.ts"
import { schemas } from "./schemas.ts"
import { silences } from "./silences.ts"
import { storms } from "./storms.ts"

export const faults: ReadonlyArray<Fault> = [
  ...silences,
  ...databases,
  ...embedded,
  ...processes,
  ...clocks,
  ...places,
  ...storms,
  ...schemas
]
