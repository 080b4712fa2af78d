/** Programs of a project elsewhere that has the packages as npm packs them, and what its compiler says of them. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"

const run = (program: string, args: ReadonlyArray<string>, cwd: string) => {
  const { status, stderr, stdout } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32"
  })
  return { status, stderr, stdout }
}

interface Packed {
  readonly tarball: string
  readonly size: number
  readonly unpackedSize: number
  readonly paths: ReadonlyArray<string>
}

/** Packs a folder as npm would publish it, after its scripts have built it. */
export const pack = (folder: string, destination: string): Packed => {
  const options = ["--json", "--loglevel=error", "--ignore-scripts=false", "--pack-destination", destination]
  const { stderr, stdout } = run("npm", ["pack", ...options], folder)
  if (!/^\[/mu.test(stdout)) throw new Error(stderr)
  const [{ filename, files, size, unpackedSize }] = JSON.parse(stdout.slice(stdout.search(/^\[/mu)))
  const paths = files.map(({ path }: { path: string }) => path)
  return { tarball: join(destination, basename(filename)), size, unpackedSize, paths }
}

/** The client as a folder that can be packed: its build is not among the sources. */
export const client = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  cpSync("client/typescript/package.json", join(folder, "package.json"))
  const { status, stderr, stdout } = run(
    process.execPath,
    [resolve("scripts/client/build.ts"), join(folder, "dist")],
    process.cwd()
  )
  if (status !== 0) throw new Error(stdout + stderr)
  return folder
}

/** A project that has these tarballs as packages, and what of their dependencies is in their types. */
export const project = (folder: string, packages: Readonly<Record<string, Packed>>) => {
  const modules = join(folder, "node_modules")
  for (const [name, { tarball }] of Object.entries(packages)) {
    mkdirSync(join(modules, name), { recursive: true })
    const { status, stderr } = run(
      "tar",
      ["-xzf", tarball, "--strip-components=1", "-C", join(modules, name)],
      folder
    )
    if (status !== 0) throw new Error(stderr)
  }
  mkdirSync(join(modules, "@types"), { recursive: true })
  mkdirSync(join(modules, "@effect"), { recursive: true })
  for (const name of ["effect", "@effect/sql-pg", "@types/node"])
    symlinkSync(resolve("node_modules", name), join(modules, name))
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}')
  const options = { module: "nodenext", target: "es2024", strict: true, exactOptionalPropertyTypes: true }
  const lib = ["es2024", "dom", "dom.iterable", "dom.asynciterable", "esnext.disposable"]
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...options, lib, types: ["node"], noEmit: true }, include: ["*.ts"] })
  )
  return folder
}

/** What the compiler says of the project's programs and of the packages' own types, a line an error. */
export const complaints = (folder: string): ReadonlyArray<string> =>
  run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", "."], folder)
    .stdout.split("\n")
    .filter((line) => /error TS/u.test(line))
