/** The flags that `npm start` gives Node for the service, for scripts that start it by themselves. */
import manifest from "../package.json" with { type: "json" }

export const flags: ReadonlyArray<string> = manifest.scripts.start
  .split(" ")
  .filter((word) => word.startsWith("--"))
