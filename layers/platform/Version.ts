/** The version of this service: package.json is its only source. */
import manifest from "../../package.json" with { type: "json" }

export const version: string = manifest.version
