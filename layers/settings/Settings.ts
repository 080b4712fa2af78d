/**
 * The operator's settings, read once from the environment. The tables in settings/ define them, and docs/settings.md is generated from
 * those.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Context, Duration, Effect, Layer } from "effect"
import * as Loopback from "../../src/shared/network/Loopback.ts"
import * as ProviderSettings from "../../src/identity/rules/ProviderSettings.ts"
import * as MisspelledSettings from "../../src/shared/MisspelledSettings.ts"
import { backups } from "./BackupSettings.ts"
import { bridge } from "./StdioSettings.ts"
import * as Environment from "./Environment.ts"
import { mail } from "./MailSettings.ts"
import { serving } from "./ServerSettings.ts"
import { signIn } from "./SignInSettings.ts"
import { storage } from "./StorageSettings.ts"
import { work } from "./WorkSettings.ts"

/** All tables by their headings in docs/settings.md. */
export const tables: Readonly<Record<string, Environment.Table>> = {
  Network: serving,
  Storage: storage,
  Backups: backups,
  "Single sign-on": signIn,
  Email: mail,
  "Features and limits": work,
  "stdio server": bridge
}

type Read = Effect.Success<ReturnType<typeof read>>

const read = () => Environment.read({ ...serving, ...storage, ...backups, ...signIn, ...mail, ...work })

/** Whether other machines can reach the service, according to HOST and BASE_URL. */
const isOutside = ({ baseUrl, host }: Read) =>
  !Loopback.has(host) || (baseUrl !== undefined && !Loopback.has(new URL(baseUrl).hostname))

const fail = (message: string) => Effect.fail(new Environment.SettingsError({ message }))

/** Each timeout must be shorter than the one around it, or the specific error is lost. */
const checkTimes = ({ lockTimeout, replicaLag, replicaUrl, requestTimeout, statementTimeout }: Read) => {
  if (!Duration.isLessThan(lockTimeout, statementTimeout)) {
    return fail("DATABASE_LOCK_TIMEOUT must be less than DATABASE_STATEMENT_TIMEOUT")
  }
  // Without Redis, a write is answered only after the replica has it, which can take as long as the maximum lag.
  const withReplica = Duration.sum(statementTimeout, replicaLag)
  if (replicaUrl !== undefined && Duration.isLessThan(requestTimeout, withReplica)) {
    return fail(
      "DATABASE_REPLICA_LAG and DATABASE_STATEMENT_TIMEOUT must not exceed REQUEST_TIMEOUT together: lower DATABASE_REPLICA_LAG"
    )
  }
  // One second for the connection monitor, which closes the connection, and one to answer.
  return Duration.isLessThan(requestTimeout, Duration.sum(statementTimeout, Duration.seconds(2)))
    ? fail("REQUEST_TIMEOUT must be at least 2 s longer than DATABASE_STATEMENT_TIMEOUT")
    : Effect.void
}

/** Mail is sent if both are set. Its links must work from anywhere, so the listening address isn't enough. */
const mailOf = ({ baseUrl, host, mailFrom, mailUrl }: Read) => {
  if (mailUrl === undefined) return Effect.succeed(undefined)
  if (mailFrom === undefined) return fail("MAIL_URL needs MAIL_FROM, the address that the mail is from")
  if (baseUrl === undefined && !Loopback.has(host)) {
    return fail("MAIL_URL needs BASE_URL, the address that links in the mail lead to")
  }
  return Effect.succeed({ url: mailUrl, from: mailFrom })
}

/** A pooler can't hold sessions, so the server's own address is needed too. */
const poolerOf = ({ databaseUrl, listenUrl, prepare }: Read) => {
  if (listenUrl === undefined) {
    return prepare === undefined
      ? Effect.succeed(undefined)
      : fail("DATABASE_PREPARE is for a pooler: set DATABASE_LISTEN_URL too, or unset it")
  }
  return databaseUrl === undefined
    ? fail("DATABASE_LISTEN_URL needs DATABASE_URL, the address of the pooler")
    : Effect.succeed({ direct: listenUrl, prepare: prepare ?? false })
}

/** Nodes share in Redis which reads a replica may answer. */
const replicaOf = ({ databaseUrl, redisUrl, replicaLag: lag, replicaUrl: url }: Read) => {
  if (url === undefined) return Effect.succeed(undefined)
  if (databaseUrl === undefined) return fail("DATABASE_REPLICA_URL needs DATABASE_URL, the primary's address")
  return redisUrl === undefined
    ? fail("DATABASE_REPLICA_URL needs REDIS_URL, where nodes tell each other who has written")
    : Effect.succeed({ url, lag, redisUrl })
}

const complete = Effect.fnUntraced(function* (read: Read) {
  const provider = yield* Effect.mapError(
    Effect.fromResult(ProviderSettings.of(read)),
    (message) => new Environment.SettingsError({ message })
  )
  const { s3AccessKeyId, s3Bucket, s3Endpoint, s3Region, s3SecretAccessKey, ...rest } = read
  const outside = isOutside(read)
  return {
    ...rest,
    outside,
    provider,
    mail: yield* mailOf(read),
    pooler: yield* poolerOf(read),
    replica: yield* replicaOf(read),
    // A demo prints its key and password, so a service that others can reach creates one only on request.
    demo: read.demo ?? !outside,
    // JSON lines are usually collected, so the access log is on by default.
    accessLog: read.accessLog ?? read.logFormat === "json",
    /** How long a shutdown waits for requests in progress. */
    grace: Duration.max(read.requestTimeout, Duration.seconds(10)),
    /** S3 settings of backups, which default to those of files. */
    backupS3: {
      endpoint: read.backupS3Endpoint ?? s3Endpoint,
      region: read.backupS3Region ?? s3Region,
      accessKeyId: read.backupS3AccessKeyId ?? s3AccessKeyId,
      secretAccessKey: read.backupS3SecretAccessKey ?? s3SecretAccessKey
    },
    s3: {
      endpoint: s3Endpoint,
      region: s3Region,
      bucket: s3Bucket,
      accessKeyId: s3AccessKeyId,
      secretAccessKey: s3SecretAccessKey
    }
  }
})

/** Warns of variables that are probably misspelled settings. */
const warn = Effect.gen(function* () {
  const settings = Object.values(tables).flatMap((table) => Object.values(table))
  const known = settings.flatMap(({ isSecret, name }) =>
    isSecret ? [name, Environment.fileOf(name)] : [name]
  )
  for (const line of MisspelledSettings.complaints(yield* Environment.names, known))
    yield* Effect.logWarning(line)
})

/** The log format for lines before the settings are read, such as the error for an invalid setting. */
export const earlyFormat = Effect.orElseSucceed(work.logFormat.config, () => "pretty" as const)

export class Settings extends Context.Service<Settings, Effect.Success<ReturnType<typeof complete>>>()(
  "pipeline/layers/Settings"
) {
  static readonly layer = Layer.effect(
    Settings,
    Effect.flatMap(Effect.tap(read(), checkTimes), complete)
  ).pipe(Layer.provide(NodeFileSystem.layer))
  /** Warns of variables that look like settings but aren't. */
  static readonly warned = Layer.effectDiscard(warn)
}
