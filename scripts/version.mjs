/**
 * Run by `npm version` after it has set package.json: moves the changelog's unreleased section to the version with its date, and updates
 * the other files with the version. Plain JavaScript, because npm runs it with any Node.
 */
import { readFileSync, writeFileSync } from "node:fs"

const change = (file, edit) => writeFileSync(file, edit(readFileSync(file, "utf8")))

const { version } = JSON.parse(readFileSync("package.json", "utf8"))
const heading = /^## .*\bunreleased\b.*$/imu

const refuse = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const changelog = readFileSync("CHANGELOG.md", "utf8")
if (!heading.test(changelog)) {
  refuse('CHANGELOG.md has no section "## Unreleased" to release: say there what has changed.')
}
if (changelog.includes(`## ${version} (`) && !changelog.includes(`## ${version} (unreleased)`)) {
  refuse(`CHANGELOG.md has a section of ${version} already.`)
}
const day = new Date().toISOString().slice(0, 10)
change("CHANGELOG.md", (text) => text.replace(heading, `## ${version} (${day})`))
for (const file of ["deploy/mcp/manifest.json", "deploy/mcp/server.json", "client/typescript/package.json"]) {
  change(file, (text) => text.replace(/^ {2}"version": "[^"]*"/mu, `  "version": "${version}"`))
}
for (const file of ["pyproject.toml", "src/sales_pipeline/_transport.py"]) {
  change(`client/python/${file}`, (text) =>
    text.replace(/^(version|VERSION) = "[^"]*"/mu, `$1 = "${version}"`)
  )
}
// Later rolling upgrade tests start from this release. npm creates the tag.
change("test/fixtures/release.json", () => `${JSON.stringify({ version, ref: `v${version}` })}\n`)
