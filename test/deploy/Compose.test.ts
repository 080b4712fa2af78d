import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseLimits } from "../../layers/database/DatabaseLimits.ts"
import { tables } from "../../layers/settings/Settings.ts"
import { pathOf, secrets, textOf, variables, yamlOf } from "../support/deploy/Files.ts"
import { images } from "../support/database/Container.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const cluster = "deploy/compose/cluster.yaml"

const files = ["deploy/compose/single.yaml", "deploy/compose/full.yaml", cluster]

/** The containers that run the service: one, or several nodes. */
const nodesOf = (services: any) =>
  Object.entries<any>(services).filter(([, { image }]) => image === "sales-pipeline:local")

describe("compose files", () => {
  for (const file of files) {
    const { secrets: declared = {}, services, volumes } = yamlOf(file)

    it(`set only settings, and no secret, in ${file}`, () => {
      for (const [container, { command, environment }] of nodesOf(services)) {
        const names = Object.keys(environment)
        if (command === undefined) assert.include(names, "TRUST_PROXY", container)
        for (const name of names) {
          assert.isTrue(variables.has(name), name)
          assert.notInclude(secrets, name)
        }
      }
    })

    it(`pin images, and use what they declare, in ${file}`, () => {
      const used = new Set<string>()
      for (const [name, one] of Object.entries<any>(services)) {
        assert.match(one.image, /:.*\d|^sales-pipeline:local$/u, name)
        for (const volume of one.volumes ?? []) {
          const [source = ""] = String(volume).split(":")
          if (source.startsWith(".")) assert.isTrue(existsSync(join(dirname(pathOf(file)), source)), source)
          else used.add(source)
        }
        for (const secret of one.secrets ?? []) assert.property(declared, secret)
        for (const [other, { condition }] of Object.entries<any>(
          Array.isArray(one.depends_on) ? {} : (one.depends_on ?? {})
        )) {
          assert.property(services, other)
          if (condition === "service_healthy") assert.property(services[other], "healthcheck", other)
          // What is waited for to end must not be started again.
          if (condition === "service_completed_successfully")
            assert.include(["no", undefined], services[other].restart, other)
        }
      }
      assert.sameMembers([...used], Object.keys(volumes))
      for (const [container, { environment, secrets: given = [] }] of nodesOf(services)) {
        for (const name of Object.keys(environment).filter((name) => name.endsWith("_FILE")))
          assert.include(
            given.map((secret: string) => `/run/secrets/${secret}`),
            environment[name],
            container
          )
      }
    })

    it(`keep the service's files read-only, and give it time to stop, in ${file}`, () => {
      for (const [container, app] of nodesOf(services)) {
        assert.isTrue(app.read_only, container)
        assert.deepStrictEqual(app.cap_drop, ["ALL"])
        const delay = Number(app.environment.SHUTDOWN_DELAY ?? 0)
        assert.isAtLeast(Number.parseInt(app.stop_grace_period), 15 + delay)
      }
    })

    it(`publish no port but the proxy's, in ${file}`, () => {
      for (const [name, { ports = [] }] of Object.entries<any>(services)) {
        for (const port of ports) {
          if (name !== "proxy") assert.match(port, /^127\.0\.0\.1:/u, name)
        }
      }
    })
  }

  describe("of a cluster", () => {
    const { services } = yamlOf(cluster)
    const ini = Object.fromEntries(
      textOf("deploy/compose/cluster/pgbouncer.ini")
        .split("\n")
        .flatMap((line) => {
          const [, name, value] = /^(\w+) = (.*)$/u.exec(line) ?? []
          return name === undefined ? [] : [[name, value!]]
        })
    )
    const flags = (of: any): Record<string, string> =>
      Object.fromEntries(
        of.command.filter((word: string) => word.includes("=")).map((word: string) => word.split("="))
      )

    it("have three equal nodes behind the proxy, which asks each whether it is ready", () => {
      const { app1, app2, app3, proxy } = services
      assert.deepStrictEqual(app2, app1)
      assert.deepStrictEqual(app3, app1)
      assert.strictEqual(proxy.environment.UPSTREAMS, "app1:3000 app2:3000 app3:3000")
      const caddy = textOf("deploy/proxy/Caddyfile.nodes")
      assert.include(caddy, "health_uri /readyz")
      const [, interval] = /health_interval (\d+)s/u.exec(caddy) ?? []
      assert.isAbove(Number(app1.environment.SHUTDOWN_DELAY), Number(interval))
    })

    it("join the servers, migrate and distribute, each once and before the nodes start", () => {
      const { app1, distribute, join, migrate } = services
      for (const one of ["coordinator", "worker1", "worker2"])
        assert.strictEqual(join.depends_on[one].condition, "service_healthy")
      assert.deepStrictEqual(migrate.command.slice(0, 3), ["node", "scripts/admin.ts", "migrate"])
      assert.deepStrictEqual(distribute.command.slice(1, 4), ["scripts/admin.ts", "database", "distribute"])
      const ended = "service_completed_successfully"
      assert.strictEqual(migrate.depends_on.join.condition, ended)
      assert.strictEqual(distribute.depends_on.migrate.condition, ended)
      assert.strictEqual(app1.depends_on.distribute.condition, ended)
      const sql = textOf("deploy/compose/cluster/join.sql")
      for (const one of ["worker1", "worker2"]) assert.include(sql, `citus_add_node('${one}', 5432)`)
    })

    it("give the pooler's connections the limits that the service asks for, and the role only what workers may have", () => {
      const { idle, lock, statement } = DatabaseLimits.defaultValue()
      const sql = textOf("deploy/compose/cluster/join.sql")
      assert.deepStrictEqual(sql.match(/ SET .*;/gu), [` SET lock_timeout = '${lock / 1000}s';`])
      const [, query] = /connect_query='([^']*)'/u.exec(ini["sales"]!) ?? []
      assert.strictEqual(
        query,
        `SET statement_timeout = ${statement}; SET idle_in_transaction_session_timeout = ${idle}`
      )
    })

    it("run the Citus that the suite runs on", () => {
      for (const one of ["coordinator", "worker1", "worker2", "join"])
        assert.strictEqual(services[one].image, images.citus, one)
    })

    it("have room for the connections: the pooler's for the nodes', the servers' for the pooler's and their own", () => {
      const settings = Object.values(tables).flatMap((table) => Object.values(table))
      const pool = settings.find(({ name }) => name === "DATABASE_POOL")!
      // Of each node: for requests, deliveries and the pulse; beside the pooler, to hear and to copy workspaces.
      const [through, beside] = [Number(pool.shown) + 5, 7]
      assert.isAbove(Number(ini["max_client_conn"]), 3 * through)
      for (const one of ["coordinator", "worker1", "worker2"]) {
        const { max_connections, max_prepared_transactions, wal_level } = flags(services[one])
        assert.isAbove(Number(max_connections), Number(ini["default_pool_size"]) + 3 * beside + 20)
        assert.isAtLeast(Number(max_prepared_transactions), Number(max_connections))
        assert.strictEqual(wal_level, "logical")
      }
    })

    it("pool transactions, and keep the statements that the service prepares", () => {
      assert.strictEqual(ini["pool_mode"], "transaction")
      assert.isAbove(Number(ini["max_prepared_statements"]), 0)
      assert.strictEqual(services.app1.environment.DATABASE_PREPARE, "true")
      assert.strictEqual(`/run/secrets/${services.pooler.secrets[0]}`, ini["auth_file"])
      assert.include(services.pooler.healthcheck.test.join(" "), `--port=${ini["listen_port"]}`)
    })
  })

  it.effect("find every secret where secrets.sh makes it, once", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const script = join(directory, "secrets.sh")
      copyFileSync(pathOf("deploy/compose/secrets.sh"), script)
      const read = () =>
        readdirSync(join(directory, "secrets")).map((name) => [
          name,
          readFileSync(join(directory, "secrets", name), "utf8")
        ])
      execFileSync("sh", [script])
      const made = read()
      assert.sameMembers(
        made.map(([name]) => `./secrets/${name}`),
        [
          ...new Set(
            ["deploy/compose/full.yaml", cluster].flatMap((file) =>
              Object.values<any>(yamlOf(file).secrets).map(({ file }) => file as string)
            )
          )
        ]
      )
      assert.match(Object.fromEntries(made).encryption_key, /^[0-9a-f]{64}\n$/u)
      assert.strictEqual(statSync(join(directory, "secrets")).mode & 0o777, 0o700)
      execFileSync("sh", [script])
      assert.deepStrictEqual(read(), made)
    })
  )
})
