/**
 * Writes everything that a release publishes to a folder: `npm run release [-- FOLDER] [--key ED25519.pem]`. The same commit gives the
 * same bytes, which anyone can check against SHA256SUMS.
 */
import { execFileSync } from "node:child_process"
import { createHash, createPrivateKey, sign } from "node:crypto"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { create } from "tar"
import { version } from "../layers/runtime/Version.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const temporary = mkdtempSync(join(tmpdir(), "release-"))

const run = (program: string, args: ReadonlyArray<string>, cwd = root) =>
  execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 27,
    stdio: ["ignore", "pipe", "inherit"],
    shell: program === "npm" && process.platform === "win32"
  })

const runScript = (...args: ReadonlyArray<string>) => run(process.execPath, args)

const git = (...args: ReadonlyArray<string>) => run("git", args).trim()

/** A tar archive of tracked files that doesn't depend on the machine: modes, owners and times are normalised. */
const archive = async (file: string, cwd: string, paths: ReadonlyArray<string>, prefix: string) => {
  const tracked = run("git", ["ls-files", "-z", "--", ...paths], cwd)
    .split("\0")
    .filter((path) => path !== "")
    .toSorted()
  const mtime = new Date(Number(git("log", "-1", "--format=%ct")) * 1000)
  await create({ file, cwd, prefix, portable: true, gzip: { level: 9 }, mtime }, tracked)
}

/** The paths that the Dockerfile copies from its build context. */
const imagePaths = () =>
  readFileSync(join(root, "Dockerfile"), "utf8")
    .split("\n")
    .filter((line) => /^COPY (?!--from)/u.test(line))
    .flatMap((line) => line.split(" ").slice(1, -1))

const packNpm = (folder: string, destination: string) =>
  run(
    "npm",
    ["pack", "--loglevel=error", "--ignore-scripts=false", "--pack-destination", destination],
    folder
  )

const packClient = (destination: string) => {
  const folder = join(temporary, "client")
  mkdirSync(folder)
  cpSync(join(root, "client/typescript/package.json"), join(folder, "package.json"))
  runScript("scripts/client/build.ts", join(folder, "dist"))
  packNpm(folder, destination)
}

interface Component {
  readonly "bom-ref": string
  readonly name: string
  readonly version: string
  readonly licenses?: ReadonlyArray<{
    readonly license?: { readonly id?: string; readonly name?: string }
    readonly expression?: string
  }>
  readonly properties?: ReadonlyArray<{ readonly name: string }>
}

/** What `npm sbom` prints. */
interface Materials {
  readonly serialNumber: string
  readonly metadata: { readonly timestamp: string; readonly component: Component }
  readonly components: ReadonlyArray<Component>
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: ReadonlyArray<string> }>
}

const isForDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name }) => name === "cdx:npm:package:development")

/**
 * The bill of materials of what the service installs, without the serial number and time that npm adds. npm's `--omit=dev` isn't used:
 * it also leaves out packages that both the service and a development tool need.
 */
const billOfMaterials = () => {
  const format = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"]
  const all: Materials = JSON.parse(run("npm", ["sbom", ...format]))
  const { serialNumber: _, ...rest } = all
  const { timestamp: __, ...metadata } = all.metadata
  const components = all.components.filter((component) => !isForDevelopment(component))
  const kept = new Set([metadata.component, ...components].map((component) => component["bom-ref"]))
  const dependencies = all.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ dependsOn, ref }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  const component = { ...metadata.component, name: "sales-pipeline" }
  return { ...rest, metadata: { ...metadata, component }, components, dependencies }
}

const licenseOf = ({ licenses = [] }: Component) =>
  licenses
    .map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? "")
    .filter((name) => name !== "")
    .join(", ") || "not stated"

const licenseList = (components: ReadonlyArray<Component>) =>
  components
    .map((component) => `${component.name} ${component.version}: ${licenseOf(component)}\n`)
    .toSorted()
    .join("")

/** The changelog's section of this version and the commits since the previous tag. */
const notes = () => {
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8")
  const section = changelog.split(/^(?=## )/mu).find((part) => part.startsWith(`## ${version} `))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} (…)".`)
  const previous = git("tag", "--list", "v*", "--sort=-v:refname")
    .split("\n")
    .find((tag) => tag !== "" && tag !== `v${version}`)
  if (previous === undefined) return section
  const subjects = git("log", "--no-merges", "--format=- %s", `${previous}..HEAD`)
  return `${section.trimEnd()}\n\n### Commits since ${previous}\n\n${subjects}\n`
}

const write = async (folder: string, key: string | undefined) => {
  const at = (path: string) => join(folder, path)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  packNpm(root, folder)
  packClient(folder)
  const python = `sales-pipeline-python-${version}`
  await archive(at(`${python}.tar.gz`), join(root, "client/python"), ["."], python)
  const context = ["Dockerfile", ".dockerignore", ...imagePaths()]
  await archive(at(`sales-pipeline-image-${version}.tar.gz`), root, context, "")
  await archive(at(`sales-pipeline-chart-${version}.tgz`), join(root, "deploy/helm"), ["sales-pipeline"], "")
  runScript("scripts/build/mcpb.ts", at(`sales-pipeline-${version}.mcpb`))
  cpSync(join(root, "deploy/mcp/server.json"), at("server.json"))
  const materials = billOfMaterials()
  writeFileSync(at("sbom.cdx.json"), `${JSON.stringify(materials, undefined, 2)}\n`)
  writeFileSync(at("LICENSES.txt"), licenseList(materials.components))
  writeFileSync(at("NOTES.md"), notes())
  const sums = readdirSync(folder)
    .toSorted()
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(at(file)))
          .digest("hex")}  ${file}\n`
    )
    .join("")
  writeFileSync(at("SHA256SUMS"), sums)
  if (key !== undefined)
    writeFileSync(at("SHA256SUMS.sig"), sign(null, Buffer.from(sums), createPrivateKey(readFileSync(key))))
  process.stdout.write(sums)
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: "string" }, "allow-changes": { type: "boolean" } }
})
const changes = git("status", "--porcelain")
if (changes !== "" && values["allow-changes"] !== true) {
  process.stderr.write(
    `The release would differ from the commit. Commit or discard these first:\n${changes}\n`
  )
  process.exitCode = 1
} else {
  try {
    await write(resolve(positionals[0] ?? join(root, "release")), values.key)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
