/**
 * Builds the importable library (`exports` of package.json, docs/extending.md): the entry points and the service, with `effect` external,
 * since importing programs use it too, and the types.
 */
import { spawnSync } from "node:child_process"
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { templates } from "./bundling.ts"

interface Door {
  readonly source: string
  readonly default: string
}

/** The sources of the entry points, by the names of their built files; `*` in an entry point stands for a name. */
const inputsOf = (root: string, exports: Readonly<Record<string, Door | string>>) =>
  Object.values(exports)
    .flatMap((door) => (typeof door === "string" ? [] : [door]))
    .flatMap((door) =>
      globSync(door.source, { cwd: root }).map((path): [string, string] => {
        const name = basename(door.default, ".js").replace("*", basename(path, ".ts"))
        return [name, join(root, path)]
      })
    )

/** Type declarations of the entry points and of what they need. */
const declare = (root: string, dist: string) => {
  const options = [
    ...["--declaration", "--emitDeclarationOnly", "--noEmit", "false"],
    ...[
      "--rootDir",
      root,
      "--outDir",
      join(dist, "types"),
      "--project",
      join(root, "scripts", "tsconfig.public.json")
    ]
  ]
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options], {
    cwd: root,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`The types of the package were not made:\n${stdout}`)
}

export const build = async (
  root: string,
  dist: string,
  exports: Readonly<Record<string, Door | string>>,
  plugins: ReadonlyArray<Plugin>
) => {
  const bundle = await rolldown({
    input: { ...Object.fromEntries(inputsOf(root, exports)), Service: join(root, "src/service/Service.ts") },
    cwd: root,
    platform: "node",
    transform: { target: "esnext" },
    external: (id, _importer, isResolved) =>
      !isResolved && !/^[./\0]/u.test(id) && !id.startsWith("@oxc-project/runtime"),
    plugins: [templates, ...plugins]
  })
  await bundle.write({
    dir: dist,
    format: "esm",
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "library-[hash].js"
  })
  await bundle.close()
  declare(root, dist)
}
