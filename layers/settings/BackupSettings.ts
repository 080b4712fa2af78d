/** Backup settings (docs/operations/backup.md). */
import * as Retention from "../../src/values/time/Retention.ts"
import * as Setting from "./Setting.ts"

export const backups = {
  backupTo: Setting.optionalText("BACKUP_TO", {
    unset: "(no scheduled backups)",
    about: "a directory or `s3://bucket/prefix` for backups; see [backup](operations/backup.md)"
  }),
  backupEvery: Setting.text("BACKUP_EVERY", {
    default: "24h",
    pattern: { like: Retention.span, expected: "a span of time, such as 24h, 30m or 7d" },
    about: "how often the service backs itself up to `BACKUP_TO`"
  }),
  backupKeep: Setting.text("BACKUP_KEEP", {
    default: "7",
    pattern: { like: Retention.keep, expected: "a number of backups, such as 7, or of days, such as 30d" },
    about:
      "how many backups, or the backups of how many days (`30d`), the schedule keeps; the newest and the newest that was verified always stay"
  }),
  backupWalTo: Setting.optionalText("BACKUP_WAL_TO", {
    unset: "(off)",
    about:
      "a directory, or `s3://bucket/prefix`, that the embedded database's log is kept at as it is written, so that little is lost with the machine and any moment can be restored ([the log](operations/log.md))"
  }),
  backupPassphrase: Setting.secret("BACKUP_PASSPHRASE", {
    about: "12 characters or more that seal the encryption key in a backup"
  }),
  workspacePassphrase: Setting.secret("WORKSPACE_PASSPHRASE", {
    about:
      "12 characters or more that seal the secrets in a file of `admin workspace export`, for scripts and pipes that can't type it ([leave](operations/leave.md))"
  }),
  backupWithoutKey: Setting.flag("BACKUP_WITHOUT_KEY", {
    default: false,
    about: "leaves the encryption key out of scheduled backups: you keep it elsewhere"
  }),
  backupS3Endpoint: Setting.optionalText("BACKUP_S3_ENDPOINT", {
    unset: "`S3_ENDPOINT`",
    about: "an S3-compatible server for backups, if it is not that of stored files"
  }),
  backupS3Region: Setting.optionalText("BACKUP_S3_REGION", { unset: "`S3_REGION`", about: "its region" }),
  backupS3AccessKeyId: Setting.optionalText("BACKUP_S3_ACCESS_KEY_ID", {
    unset: "`S3_ACCESS_KEY_ID`",
    about: "who may read and write there"
  }),
  backupS3SecretAccessKey: Setting.secret("BACKUP_S3_SECRET_ACCESS_KEY", {
    unset: "`S3_SECRET_ACCESS_KEY`",
    about: "the secret of that access key"
  })
}
