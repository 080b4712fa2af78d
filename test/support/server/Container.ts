/** A PostgreSQL or a Citus in a container, if a Docker engine answers: what else the suite can run on. */
import { Duration, Effect, Schedule } from "effect"
import { execFile } from "node:child_process"

export const images = { postgres: "postgres:18-alpine", citus: "citusdata/citus:13.2.0" }

const docker = (...args: ReadonlyArray<string>) =>
  Effect.callback<string, Error>((resume) => {
    const child = execFile("docker", args, (error, stdout) =>
      resume(error ? Effect.fail(error) : Effect.succeed(stdout.trim()))
    )
    return Effect.sync(() => child.kill())
  })

/** Whether an engine answers: the docker command alone is not enough. */
export const answers = docker("version", "--format", "{{.Server.Version}}").pipe(
  Effect.timeout("3 seconds"),
  Effect.match({ onFailure: () => false, onSuccess: () => true })
)

const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"].flatMap((_) => ["-c", _])

const start = (image: string, more: ReadonlyArray<string>) =>
  docker(
    "run",
    "--detach",
    "--rm",
    "--publish",
    "127.0.0.1::5432",
    "--env",
    "POSTGRES_HOST_AUTH_METHOD=trust",
    image,
    ...settings,
    ...more
  )

/** While the image initialises, it serves only a Unix socket: an answer over TCP means that it is done. */
const ready = (id: string) =>
  docker("exec", id, "pg_isready", "--host=127.0.0.1").pipe(
    Effect.retry(Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: Duration.minutes(1) })))
  )

/** Runs a server while the scope is open; returns its URL. */
const urlOf = Effect.fnUntraced(function* (image: string, more: ReadonlyArray<string> = []) {
  const id = yield* Effect.acquireRelease(start(image, more), (id) =>
    Effect.ignore(docker("rm", "--force", id))
  )
  yield* ready(id)
  const address = yield* docker("port", id, "5432/tcp")
  return `postgres://postgres@${address.split("\n")[0]}/postgres`
})

export const url = urlOf(images.postgres)

/** A cluster of one node. */
export const citusUrl = urlOf(images.citus, [
  "-c",
  "max_prepared_transactions=200",
  "-c",
  "citus.enable_stat_counters=on"
])
