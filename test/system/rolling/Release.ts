/** The code of another version, taken from git into a folder of its own. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const git = (...args: ReadonlyArray<string>) => spawnSync("git", args, { cwd: root, maxBuffer: 200_000_000 })

/** What a rolling upgrade starts from: the last release. `npm version` keeps it (scripts/version.mjs). */
export const last: { readonly version: string; readonly ref: string } = JSON.parse(
  readFileSync(join(root, "test/fixtures/release.json"), "utf8")
)

/** Packages of a version that this checkout has in another version, or not at all. */
const missing = (manifest: string): ReadonlyArray<string> =>
  Object.entries<string>(JSON.parse(manifest).dependencies).flatMap(([name, version]) => {
    const installed = join(root, "node_modules", name, "package.json")
    const found = existsSync(installed) ? JSON.parse(readFileSync(installed, "utf8")).version : "none"
    return found === version ? [] : [`${name} ${version}`]
  })

/** Why the code can't be had here, such as a clone without history; undefined if it can. */
export const lacks = (ref: string): string | undefined =>
  git("cat-file", "-e", `${ref}^{commit}`).status === 0
    ? undefined
    : `${ref} is not in this clone: git fetch --unshallow --tags`

/** Checks its code out into a folder; it uses this checkout's packages where they are the same, else npm installs its own. */
export const checkOut = (ref: string, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  const archive = git("archive", "--format=tar", ref)
  const unpacked = spawnSync("tar", ["-x", "-C", folder], { input: archive.stdout })
  if (archive.status !== 0 || unpacked.status !== 0) {
    throw new Error(`${ref} could not be checked out: ${archive.stderr}${unpacked.stderr}`)
  }
  const others = missing(readFileSync(join(folder, "package.json"), "utf8"))
  if (others.length === 0) return symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  console.error(`${ref} needs other packages (${others.slice(0, 3).join(", ")}): npm installs them`)
  const args = ["install", "--no-save", "--omit=dev", "--ignore-scripts", "--loglevel=error"]
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", 2, 2] })
  if (status !== 0) throw new Error(`npm could not install the packages of ${ref}`)
}
