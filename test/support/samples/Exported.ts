/** Files of exported workspaces, line by line. */
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"

export const linesOf = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n")

/** The lines with the end that belongs to them. */
export const write = (file: string, lines: ReadonlyArray<string>) => {
  const text = lines.map((line) => `${line}\n`).join("")
  const sha256 = createHash("sha256").update(text).digest("hex")
  writeFileSync(file, `${text}${JSON.stringify({ kind: "end", lines: lines.length, counts: {}, sha256 })}\n`)
  return file
}
