/** The Node flags of `npm start`, for scripts that start the service themselves. */
import manifest from "../package.json" with { type: "json" }

export const flags: ReadonlyArray<string> = manifest.scripts.start
  .split(" ")
  .filter((word) => word.startsWith("--"))
