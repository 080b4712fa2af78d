/**
 * Builds the TypeScript client as JavaScript and declarations, so that its users don't have to compile it, into client/typescript/dist or
 * the given folder.
 */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const root = fileURLToPath(new URL("../..", import.meta.url))
const client = join(root, "client", "typescript")
const dist = process.argv[2] ?? join(client, "dist")

const compile = (config: string, folder = dist) => {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, "-p", join(client, config), "--outDir", folder],
    { encoding: "utf8" }
  )
  if (status === 0) return
  process.stderr.write(stdout)
  process.exit(1)
}

/** The Effect entry as one file: it includes our contract, while Effect is the user's own dependency. */
const bundle = async () => {
  const bundled = await rolldown({
    input: join(client, "src", "effect.ts"),
    cwd: root,
    external: /^effect(?:\/|$)/u,
    transform: { target: "es2022" }
  })
  await bundled.write({ file: join(dist, "effect.js"), format: "esm", comments: false })
  await bundled.close()
}

/** Rewrites `.ts` imports, which the compiler leaves in declarations. */
const settle = () => {
  for (const file of globSync(`${dist.replaceAll("\\", "/")}/**/*.d.ts`)) {
    const text = readFileSync(file, "utf8")
    writeFileSync(file, text.replaceAll(/(["']\.{1,2}\/[^"'\n]*)\.ts(["'])/gu, "$1.js$2"))
  }
}

rmSync(dist, { recursive: true, force: true })
compile("tsconfig.json")
compile("tsconfig.testing.json")
compile("tsconfig.effect.json", join(dist, "types"))
await bundle()
settle()
