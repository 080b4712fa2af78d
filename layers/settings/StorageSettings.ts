/** Settings for where data is stored, and for the database's timeouts. */
import * as Setting from "./Setting.ts"

export const storage = {
  dataDir: Setting.text("DATA_DIR", {
    default: ".data",
    about:
      "directory of the embedded database, stored files and the encryption key; only readable by its owner (0700)"
  }),
  encryptionKey: Setting.secret("ENCRYPTION_KEY", {
    unset: "made on first start",
    refusesEmpty: true,
    about: "32 bytes in hex or base64; encrypts stored secrets; `new,old` during a rotation"
  }),
  databaseUrl: Setting.secret("DATABASE_URL", {
    unset: "(embedded)",
    refusesEmpty: true,
    about: "a PostgreSQL 15 or later, or a pooler in front of it"
  }),
  listenUrl: Setting.secret("DATABASE_LISTEN_URL", {
    unset: "(no pooler)",
    refusesEmpty: true,
    about:
      "the server's own address, if `DATABASE_URL` is a pooler's such as PgBouncer in transaction mode; see [scale](operations/scale.md)"
  }),
  prepare: Setting.optionalFlag("DATABASE_PREPARE", {
    unset: "unless there is a pooler",
    about:
      "whether statements are prepared by name; through a pooler that keeps them (PgBouncer 1.21 with `max_prepared_statements` of 200) it saves time"
  }),
  replicaUrl: Setting.secret("DATABASE_REPLICA_URL", {
    unset: "(none)",
    refusesEmpty: true,
    about:
      "a replica of the database for reports, lists and exports; needs `REDIS_URL`. See [scale](operations/scale.md)"
  }),
  replicaLag: Setting.seconds("DATABASE_REPLICA_LAG", {
    default: 2,
    least: 1,
    most: 30,
    about: "maximum lag of the replica in seconds; beyond that, reads go to the primary"
  }),
  databasePool: Setting.whole("DATABASE_POOL", {
    default: 12,
    least: 5,
    most: 500,
    about:
      "database connections of each process for requests; it opens up to 12 more for other work ([scale](operations/scale.md))"
  }),
  statementTimeout: Setting.seconds("DATABASE_STATEMENT_TIMEOUT", {
    default: 7,
    least: 1,
    most: 58,
    about:
      "seconds a request's statement may take; at least 2 less than `REQUEST_TIMEOUT`. One second later the connection is closed"
  }),
  lockTimeout: Setting.seconds("DATABASE_LOCK_TIMEOUT", {
    default: 5,
    least: 1,
    most: 57,
    about: "seconds a statement may wait for a lock; less than `DATABASE_STATEMENT_TIMEOUT`"
  }),
  idleTimeout: Setting.seconds("DATABASE_IDLE_TIMEOUT", {
    default: 10,
    least: 2,
    most: 600,
    about: "seconds after which an idle transaction is ended and its locks are released"
  }),
  postgresBin: Setting.optionalText("POSTGRES_BIN", {
    unset: "(from npm)",
    about: "directory with the PostgreSQL 18 binaries, for the embedded server"
  }),
  redisUrl: Setting.secret("REDIS_URL", {
    unset: "(in process)",
    pattern: {
      like: /^rediss?:\/\/[^\s/?#]+(\/\d*)?$/u,
      expected: "an address such as redis://127.0.0.1:6379 or rediss://user:password@redis.example:6379/0"
    },
    about:
      "a Redis 5 or later (`redis://`, `rediss://`) in which all processes share their rate limits; see below"
  }),
  s3Endpoint: Setting.optionalText("S3_ENDPOINT", {
    unset: "(a directory)",
    about: "an S3-compatible server for stored files; the settings below go with it"
  }),
  s3Region: Setting.optionalText("S3_REGION", { unset: "us-east-1", about: "its region" }),
  s3Bucket: Setting.optionalText("S3_BUCKET", { about: "the bucket" }),
  s3AccessKeyId: Setting.optionalText("S3_ACCESS_KEY_ID", { about: "the access key id" }),
  s3SecretAccessKey: Setting.secret("S3_SECRET_ACCESS_KEY", { about: "the secret of that access key" })
}
