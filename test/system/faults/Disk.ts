/** A small disk in memory that can be filled. */
import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync, chmodSync } from "node:fs"
import { join } from "node:path"

/** Trying is the only way to know: root in a container often may not mount. */
export const lacks = (): string | undefined => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "a small disk needs root on Linux"
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" })
    return undefined
  } catch {
    return "nothing can be mounted here"
  }
}

export const mount = (directory: string, megabytes: number) => {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", directory])
  chmodSync(directory, 0o755)
  const filler = join(directory, "filler")
  return {
    directory,
    /** Fills the disk to the last byte. */
    fill: () => {
      let size = 1 << 20
      for (let round = 0; round < 10_000 && size >= 1; round++) {
        try {
          writeFileSync(filler, Buffer.alloc(size), { flag: "a" })
        } catch {
          size >>= 1
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => execFileSync("umount", ["--lazy", directory])
  }
}
