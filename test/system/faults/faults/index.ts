/** Every fault, in the order they run. */
import type { Fault } from "../Fault.ts"
import { citus } from "./citus.ts"
import { clocks } from "./clocks.ts"
import { databases } from "./databases.ts"
import { embedded } from "./embedded.ts"
import { jobs } from "./jobs.ts"
import { nodes } from "./nodes.ts"
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
  ...nodes,
  ...jobs,
  ...citus,
  ...clocks,
  ...places,
  ...storms,
  ...schemas
]
