import { assert, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { textOf } from "../support/deploy/Files.ts"

const flags = manifest.scripts.start.split(" ").filter((word) => word.startsWith("--"))

it("every way to start gives V8 the flags of npm start", () => {
  assert.isNotEmpty(flags)
  for (const file of [
    "Dockerfile",
    "deploy/systemd/sales-pipeline.service",
    "flake.nix",
    "scripts/sales-pipeline.mjs",
    "scripts/bench/Server.ts",
    "scripts/faults/Service.ts",
    "scripts/fuzz/Site.ts"
  ])
    for (const flag of flags) assert.include(textOf(file), flag, file)
})
