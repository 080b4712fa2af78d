/** Everything the service listens on, each with a function that makes a hostile request to it. */
import type { Site } from "./Site.ts"
import * as Operations from "./targets/Operations.ts"
import * as Routes from "./targets/Routes.ts"
import type { Target } from "./targets/Target.ts"
import * as Wire from "./targets/Wire.ts"

export const of = (site: Site): ReadonlyArray<Target> =>
  [Operations, Routes, Wire].flatMap((one) => one.of(site))
