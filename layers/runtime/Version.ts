/** The version from package.json, and the commit of the build. */
import { readFileSync } from "node:fs"
import manifest from "../../package.json" with { type: "json" }

export const version: string = manifest.version

const read = (path: string): string => {
  try {
    return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").trim()
  } catch {
    return ""
  }
}

/** In a clone, the checked-out commit. */
const checkedOutCommit = (): string => {
  const head = read(".git/HEAD")
  if (!head.startsWith("ref: ")) return head
  const ref = head.slice("ref: ".length)
  const packed = read(".git/packed-refs").split("\n")
  return read(`.git/${ref}`) || (packed.find((line) => line.endsWith(` ${ref}`)) ?? "")
}

/** Twelve characters; empty if unknown. An image has it in the file COMMIT, and scripts/build/dist.ts writes it into the package. */
export const commit: string = (read("COMMIT") || checkedOutCommit()).slice(0, 12)

/** The version with the commit as build metadata of semantic versioning: `0.1.0+1a2b3c4d5e6f`. */
export const build: string = commit === "" ? version : `${version}+${commit}`
