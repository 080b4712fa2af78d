/** What alerts and dashboard read that only a service with BACKUP_TO and BACKUP_WAL_TO has. */
export const backupMetrics = [
  "backup_age_seconds",
  "backup_failures_total",
  "backup_verified_age_seconds",
  "wal_shipping_age_seconds",
  "wal_shipping_gaps_total"
] as const
