/** The database has another version's schema, or was sealed with another key. */
import * as Golden from "../../../support/database/Golden.ts"
import type { Fault } from "../Fault.ts"
import { encryptionKey } from "../../rig/Site.ts"
import type { Trial } from "../../rig/Trial.ts"

/** Starts a service that must fail, with one line that says why. */
const refused = async (trial: Trial, wanted: RegExp, settings: Readonly<Record<string, string>> = {}) => {
  const service = await trial.launch(settings)
  const { code } = await service.ended(60)
  const lines = service.said.trim().split("\n")
  trial.note(`it said: ${lines.at(-1)?.slice(0, 160)}`)
  trial.expect(code === 1, `it ended with ${code} and not with 1`)
  trial.expect(
    lines.length === 1 && wanted.test(service.said),
    `it did not say why in one line: ${service.said.slice(0, 300)}`
  )
}

export const schemas: ReadonlyArray<Fault> = [
  {
    name: "upgrade",
    promise: "the last version's database is opened by two nodes at once, keeps everything, and serves",
    run: async (trial) => {
      const name = `${trial.databaseName}_empty`
      await trial.site.postgres.query(`CREATE DATABASE ${name}`)
      trial.defer(() => trial.site.postgres.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
      trial.database = trial.site.postgres.url(name)
      await Golden.load(trial.database)
      trial.places = { main: Golden.place, capped: undefined }
      // The trial's own key is the newer one.
      const keys = { ENCRYPTION_KEY: `${encryptionKey},${Golden.encryptionKey}` }
      const nodes = [await trial.launch(keys), await trial.launch(keys)]
      await Promise.all(nodes.map((node) => node.ready()))
      const count = "SELECT count(*)::int AS deals FROM deals WHERE created_at < '2026-11-28T21:00Z'"
      const [before] = await trial.query(count)
      await trial.load({ strike: () => {} })
      const [after] = await trial.query(count)
      trial.expect(
        before.deals === Golden.deals && after.deals === Golden.deals,
        `${after.deals} old deals are there`
      )
    }
  },
  {
    name: "downgrade",
    promise: "a newer schema is refused in one line",
    isShort: true,
    run: async (trial) => {
      await trial.query("INSERT INTO schema_migrations (migration_id, name) VALUES (99, 'later')")
      await refused(trial, /newer|later|99/u)
      await trial.query("DELETE FROM schema_migrations WHERE migration_id = 99")
    }
  },
  {
    name: "wrong-key",
    promise: "another ENCRYPTION_KEY, or an empty setting, is refused in one line",
    run: async (trial) => {
      await (await trial.service()).end()
      await refused(trial, /ENCRYPTION_KEY/u, { ENCRYPTION_KEY: encryptionKey.replaceAll("5", "6") })
      await refused(trial, /ENCRYPTION_KEY/u, { ENCRYPTION_KEY: " " })
      await refused(trial, /DATABASE_URL/u, { DATABASE_URL: " " })
    }
  }
]
