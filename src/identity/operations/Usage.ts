import { Clock, Effect } from "effect"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { Grants } from "../../../layers/identity/oauth/Grants.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Usage } from "../../../layers/identity/Usage.ts"
import * as Schema from "../../../schema/Usage.ts"
import type * as Contract from "../contract/Usage.ts"
import * as UsageSeries from "../rules/UsageSeries.ts"
import type * as Implementation from "../../Implementation.ts"

type Credential = Pick<Schema.CredentialUsage, "id" | "kind" | "name" | "owner">

/** Every credential, by the id under which its requests are counted. */
const allCredentials = Effect.gen(function* () {
  const keys = (yield* (yield* ApiKeys).listLive).map(({ hint, id, name, owner }): Credential => ({
    id,
    kind: "key",
    name: `${name} …${hint}`,
    owner: owner.email
  }))
  const apps = (yield* (yield* Grants).list).map(({ clientId, clientName, email, userId }): Credential => ({
    id: `${clientId}:${userId}`,
    kind: "app",
    name: clientName,
    owner: email
  }))
  const people = (yield* (yield* Members).all).map(({ email, id, name }): Credential => ({
    id: `session:${id}`,
    kind: "person",
    name: name ?? email,
    owner: email
  }))
  return new Map([...keys, ...apps, ...people].map((one) => [one.id, one]))
})

/** Requests of revoked keys, disconnected apps and removed members. */
const removedCredentials: Credential = {
  id: "gone",
  kind: "gone",
  name: "Revoked or removed since",
  owner: null
}

export const implementations = {
  "usage.read": Effect.fnUntraced(function* () {
    const usage = yield* Usage
    const settings = yield* Settings
    const now = yield* Clock.currentTimeMillis
    const { lastDay, lastHour } = UsageSeries
    const since = (span: UsageSeries.Span) => new Date(UsageSeries.start(span, now)).toISOString()
    const minutes = yield* usage.read("minute", since(lastHour))
    const hours = yield* usage.read("hour", since(lastDay))
    const credentials = yield* allCredentials
    const idOf = ({ credential }: UsageSeries.Tally) =>
      credentials.has(credential) ? credential : removedCredentials.id
    const [byMinute, byHour] = [Map.groupBy(minutes, idOf), Map.groupBy(hours, idOf)]
    const seriesOf = (one: Credential) => ({
      ...one,
      minutes: UsageSeries.of(lastHour, now, byMinute.get(one.id) ?? []),
      hours: UsageSeries.of(lastDay, now, byHour.get(one.id) ?? [])
    })
    return {
      generatedAt: new Date(now).toISOString(),
      limits: { credential: settings.rateLimitPerKey, workspace: settings.rateLimitPerWorkspace },
      whole: {
        minutes: UsageSeries.of(lastHour, now, minutes),
        hours: UsageSeries.of(lastDay, now, hours)
      },
      // Every member has a session id, so only those with requests are listed.
      credentials: [...credentials.values(), removedCredentials]
        .filter(({ id, kind }) => kind === "key" || kind === "app" || byHour.has(id))
        .map(seriesOf)
    }
  })
} satisfies Implementation.Of<typeof Contract.operations>
