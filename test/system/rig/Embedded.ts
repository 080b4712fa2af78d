/** A service's embedded database, seen from outside. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const embeddedIn = (directory: string) => {
  const file = (name: string) => join(directory, "postgres", name)
  const lines = () => readFileSync(file("postmaster.pid"), "utf8").split("\n")
  const pid = () => Number(lines()[0])
  return {
    pid,
    /** It may change with each start. */
    url: () => {
      const password = readFileSync(file("service.password"), "utf8")
      return `postgres://postgres:${password}@127.0.0.1:${lines()[3]}/postgres`
    },
    /** It outlives a service that is killed. */
    stop: () => existsSync(file("postmaster.pid")) && process.kill(pid(), "SIGQUIT")
  }
}
