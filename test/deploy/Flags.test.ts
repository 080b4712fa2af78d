import { assert, it } from "@effect/vitest"
import { flags } from "../../scripts/flags.ts"
import { textOf } from "../support/deploy/Files.ts"

it("every way to start gives V8 the flags of npm start", () => {
  assert.isNotEmpty(flags)
  const files = [
    "Dockerfile",
    "deploy/systemd/sales-pipeline.service",
    "flake.nix",
    "scripts/sales-pipeline.mjs"
  ]
  for (const file of files) for (const flag of flags) assert.include(textOf(file), flag, file)
})
