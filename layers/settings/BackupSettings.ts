/** Backup settings (docs/operations/backup.md). */
import * as Retention from "../../src/shared/time/Retention.ts"
import * as Setting from "./Setting.ts"

export const backups = {
  backupTo: Setting.optionalText("BACKUP_TO", {
    unset: "(no scheduled backups)",
    about: "a directory or `s3://bucket/prefix` for backups; see [backup](operations/backup.md)"
  }),
  backupEvery: Setting.text("BACKUP_EVERY", {
    default: "24h",
    pattern: { like: Retention.span, expected: "a span of time, such as 24h, 30m or 7d" },
    about: "interval of the backups to `BACKUP_TO`"
  }),
  backupKeep: Setting.text("BACKUP_KEEP", {
    default: "7",
    pattern: { like: Retention.keep, expected: "a number of backups, such as 7, or of days, such as 30d" },
    about:
      "number of backups to keep, or days (`30d`); the newest backup and the newest verified backup are always kept"
  }),
  backupWalTo: Setting.optionalText("BACKUP_WAL_TO", {
    unset: "(off)",
    about:
      "a directory, or `s3://bucket/prefix`, to which the embedded database's WAL is shipped continuously, for point-in-time recovery ([WAL](operations/log.md))"
  }),
  backupPassphrase: Setting.secret("BACKUP_PASSPHRASE", {
    about: "passphrase that protects the encryption key in a backup; at least 12 characters"
  }),
  workspacePassphrase: Setting.secret("WORKSPACE_PASSPHRASE", {
    about:
      "passphrase that protects the secrets in a file of `admin workspace export`, for use in scripts; at least 12 characters ([leave](operations/leave.md))"
  }),
  backupWithoutKey: Setting.flag("BACKUP_WITHOUT_KEY", {
    default: false,
    about: "leaves the encryption key out of scheduled backups; keep it elsewhere"
  }),
  backupS3Endpoint: Setting.optionalText("BACKUP_S3_ENDPOINT", {
    unset: "`S3_ENDPOINT`",
    about: "S3-compatible server for backups, if different from that of stored files"
  }),
  backupS3Region: Setting.optionalText("BACKUP_S3_REGION", { unset: "`S3_REGION`", about: "its region" }),
  backupS3AccessKeyId: Setting.optionalText("BACKUP_S3_ACCESS_KEY_ID", {
    unset: "`S3_ACCESS_KEY_ID`",
    about: "the access key id"
  }),
  backupS3SecretAccessKey: Setting.secret("BACKUP_S3_SECRET_ACCESS_KEY", {
    unset: "`S3_SECRET_ACCESS_KEY`",
    about: "the secret of that access key"
  })
}
