/** Assembles the service: all surfaces, and all layers that operations need. */
import { Layer } from "effect"
import { HttpMiddleware, HttpRouter } from "effect/http"
import type { SqlClient } from "effect/sql"
import { Admission } from "../../layers/database/Admission.ts"
import { Approvals } from "../../layers/approvals/Approvals.ts"
import { RuleStore } from "../../layers/approvals/RuleStore.ts"
import { ApiKeys } from "../../layers/identity/ApiKeys.ts"
import { Audit } from "../../layers/audit/Audit.ts"
import { AuditLog } from "../../layers/audit/AuditLog.ts"
import { AuditProof } from "../../layers/audit/AuditProof.ts"
import { Partitions } from "../../layers/database/Partitions.ts"
import { Seals } from "../../layers/audit/Seals.ts"
import { Redaction } from "../../layers/audit/Redaction.ts"
import { RefusedCalls } from "../../layers/audit/RefusedCalls.ts"
import { BackupSchedule } from "../../layers/backups/BackupSchedule.ts"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import { BoardGoals } from "../../layers/boards/BoardGoals.ts"
import { Boards } from "../../layers/boards/Boards.ts"
import { CredentialChanges } from "../../layers/identity/CredentialChanges.ts"
import * as KeyCheck from "../../layers/encryption/KeyCheck.ts"
import { Credentials } from "../../layers/identity/Credentials.ts"
import { Cursors } from "../../layers/records/Cursors.ts"
import { Database } from "../../layers/database/Database.ts"
import type { DatabaseHeartbeat } from "../../layers/database/DatabaseHeartbeat.ts"
import { DealDetails } from "../../layers/deals/DealDetails.ts"
import { DeletedDeals } from "../../layers/deals/DeletedDeals.ts"
import { Deals } from "../../layers/deals/Deals.ts"
import { DealTotals } from "../../layers/deals/DealTotals.ts"
import { Deliveries } from "../../layers/webhooks/Deliveries.ts"
import { DeliveryBacklog } from "../../layers/webhooks/DeliveryBacklog.ts"
import { DeliverySignal } from "../../layers/webhooks/DeliverySignal.ts"
import { Egress } from "../../layers/egress/Egress.ts"
import { EmbedGrants } from "../../layers/identity/EmbedGrants.ts"
import { Duplicates } from "../../layers/records/Duplicates.ts"
import { ExternalIds } from "../../layers/imports/ExternalIds.ts"
import { ImportUploads } from "../../layers/imports/ImportUploads.ts"
import { EventFeed } from "../../layers/events/EventFeed.ts"
import { EventNotifications } from "../../layers/events/EventNotifications.ts"
import { FileRecords } from "../../layers/files/FileRecords.ts"
import { Files } from "../../layers/files/Files.ts"
import { Forms } from "../../layers/intake/Forms.ts"
import { Idempotency } from "../../layers/records/Idempotency.ts"
import { PlanHandles } from "../../layers/records/PlanHandles.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import { InboundAddresses } from "../../layers/intake/InboundAddresses.ts"
import { Images } from "../../layers/files/Images.ts"
import { ImageUploads } from "../../layers/files/ImageUploads.ts"
import { InboundMessages } from "../../layers/intake/InboundMessages.ts"
import { LeadIntake } from "../../layers/intake/LeadIntake.ts"
import { Invitations } from "../../layers/identity/Invitations.ts"
import { JobRuns } from "../../layers/runtime/JobRuns.ts"
import { LeadDetails } from "../../layers/leads/LeadDetails.ts"
import { LeadHistory } from "../../layers/leads/LeadHistory.ts"
import { LoopReports } from "../../layers/runtime/LoopReports.ts"
import { LeadRemovals } from "../../layers/leads/LeadRemovals.ts"
import { Leads } from "../../layers/leads/Leads.ts"
import * as ReadLayers from "./ReadLayers.ts"
import * as UndoLayers from "./UndoLayers.ts"
import { UndoLog } from "../../layers/audit/UndoLog.ts"
import { ManyDeals } from "../../layers/deals/ManyDeals.ts"
import { ManyLeads } from "../../layers/leads/ManyLeads.ts"
import { MailReader } from "../../layers/intake/MailReader.ts"
import { EmailIntake } from "../../layers/intake/EmailIntake.ts"
import { Mail } from "../../layers/mail/Mail.ts"
import * as Migrations from "../../layers/database/migration/Migrations.ts"
import { Notes } from "../../layers/deals/Notes.ts"
import { AccessTokens } from "../../layers/identity/oauth/AccessTokens.ts"
import * as ProcessMetrics from "../../layers/metrics/ProcessMetrics.ts"
import { Outbox } from "../../layers/webhooks/Outbox.ts"
import { PersonAccounts } from "../../layers/privacy/PersonAccounts.ts"
import { DataSubjects } from "../../layers/privacy/DataSubjects.ts"
import { PlanLimits } from "../../layers/identity/PlanLimits.ts"
import { RecordLock } from "../../layers/records/RecordLock.ts"
import { RateLimiter } from "../../layers/rateLimits/RateLimiter.ts"
import { ReportImages } from "../../layers/reports/ReportImages.ts"
import { Rehearsals } from "../../layers/identity/rehearsals/Rehearsals.ts"
import { Replica } from "../../layers/replica/Replica.ts"
import type { Settings } from "../../layers/settings/Settings.ts"
import { WalShippingStatus } from "../../layers/backups/wal/WalShippingStatus.ts"
import { Signer } from "../../layers/webhooks/Signer.ts"
import { Stages } from "../../layers/boards/Stages.ts"
import { Templates } from "../../layers/templates/Templates.ts"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { Transaction } from "../../layers/database/Transaction.ts"
import { Usage } from "../../layers/identity/Usage.ts"
import { Encryption } from "../../layers/encryption/Encryption.ts"
import { Webhooks } from "../../layers/webhooks/Webhooks.ts"
import { WorkspaceExport } from "../../layers/identity/transfer/WorkspaceExport.ts"
import { WorkspaceImport } from "../../layers/identity/transfer/WorkspaceImport.ts"
import { WorkspaceRemoval } from "../../layers/identity/transfer/WorkspaceRemoval.ts"
import { WorkspaceSettings } from "../../layers/identity/WorkspaceSettings.ts"
import { WorkspaceStates } from "../../layers/identity/WorkspaceStates.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import * as Accounts from "./Accounts.ts"
import * as RunnersLayer from "./RunnersLayer.ts"
import type * as Invoke from "../invocation/Invoke.ts"
import * as Backlog from "../jobs/Backlog.ts"
import * as Sealing from "../jobs/audit/Sealing.ts"
import * as Scheduler from "../jobs/Scheduler.ts"
import * as DeliveryWorker from "../jobs/webhooks/DeliveryWorker.ts"
import * as Routes from "../surfaces/Routes.ts"
import { AuthorizationServer } from "../surfaces/oauth/AuthorizationServer.ts"
import { Visits } from "../surfaces/web/BrowserSession.ts"
import type { Drain } from "../surfaces/http/server/Server.ts"
import * as Smtp from "../surfaces/intake/Smtp.ts"

/** A connection to a migrated database. */
export const database = Migrations.layer.pipe(Layer.provideMerge(Database.layer))

const ground = Layer.mergeAll(
  Admission.layer,
  BaseUrl.layer,
  CredentialChanges.layer,
  Ids.layer,
  Mail.layer,
  Transaction.layer,
  Encryption.layer
)

/** Everything that reads and writes the database. */
export const repositories = Layer.mergeAll(
  PersonAccounts.layer,
  DataSubjects.layer,
  Workspaces.layer,
  WorkspaceExport.layer,
  WorkspaceImport.layer,
  WorkspaceRemoval.layer,
  WorkspaceStates.layer,
  Rehearsals.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(FileRecords.layer, Files.layer, Redaction.layer)),
  Layer.provideMerge(Layer.provide(EmailIntake.layer, MailReader.layer)),
  Layer.provideMerge(Layer.merge(Approvals.layer, LeadIntake.layer)),
  Layer.provideMerge(Layer.provideMerge(Outbox.layer, UndoLayers.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      AuditLog.layer,
      AuditProof.layer,
      BoardGoals.layer,
      Boards.layer,
      DealDetails.layer,
      DeletedDeals.layer,
      Deals.layer,
      Deliveries.layer,
      Duplicates.layer,
      Forms.layer,
      InboundAddresses.layer,
      Invitations.layer,
      Leads.layer,
      LeadDetails.layer,
      LeadHistory.layer,
      LeadRemovals.layer,
      ManyDeals.layer,
      ManyLeads.layer,
      PlanLimits.layer,
      UndoLog.layer,
      Webhooks.layer
    )
  ),
  Layer.provideMerge(Layer.provideMerge(Notes.layer, EventFeed.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      ApiKeys.layer,
      BackupSchedule.layer,
      Partitions.layer,
      Seals.layer,
      Cursors.layer,
      DealTotals.layer,
      DeliveryBacklog.layer,
      DeliverySignal.layer,
      EmbedGrants.layer,
      ExternalIds.layer,
      Layer.merge(Idempotency.layer, PlanHandles.layer),
      ImageUploads.layer,
      ImportUploads.layer,
      InboundMessages.layer,
      JobRuns.layer,
      LoopReports.layer,
      ReadLayers.layer,
      RecordLock.layer,
      RuleStore.layer,
      Stages.layer,
      Templates.layer,
      TotalsAudit.layer,
      Usage.layer,
      WorkspaceSettings.layer
    )
  ),
  Layer.provideMerge(Layer.provideMerge(Accounts.layer, Audit.layer)),
  Layer.provideMerge(ground)
)

/** Refuses to start with the wrong ENCRYPTION_KEY. Admin commands use `repositories`, because reading needs no key. */
export const guarded = KeyCheck.layer.pipe(Layer.provideMerge(repositories))

/** Services outside the database: stored files, outbound requests, and the thread that renders report images. */
const outside = Images.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Egress.layer, FileRecords.layer, Files.layer, ReportImages.layer))
)

/** Everything the surfaces call. */
export const services = Layer.mergeAll(
  AuthorizationServer.layer,
  RunnersLayer.layer,
  EventNotifications.layer,
  RateLimiter.layer,
  RefusedCalls.layer,
  Replica.layer,
  WalShippingStatus.layer,
  Signer.layer,
  Visits.layer
).pipe(
  Layer.provideMerge(Layer.provideMerge(Credentials.layer, AccessTokens.layer)),
  Layer.provideMerge(outside),
  Layer.provideMerge(guarded)
)

export const jobs = Layer.mergeAll(
  BackupSchedule.reporting,
  Backlog.layer,
  DeliveryWorker.layer,
  Scheduler.layer,
  Sealing.layer,
  LoopReports.reporting
)

type Needs = Layer.Success<typeof services> | Drain | DatabaseHeartbeat | Settings | SqlClient.SqlClient

/** Request spans are created without paths, which can contain tokens. */
const untraced = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

type Needed = HttpRouter.HttpRouter | Invoke.Dependencies | Needs

/** Every surface. The operations' types are erased, so their services are listed explicitly. */
export const surfaces = Routes.layer as Layer.Layer<never, never, Needed>

/** The surfaces on a server. Paths match exactly, and one segment may be as long as a header (16 KiB). */
export const served = HttpRouter.serve(surfaces, {
  disableLogger: true,
  disableListenLog: true,
  routerConfig: { caseSensitive: true, ignoreDuplicateSlashes: false, maxParamLength: 16_384 }
}).pipe(Layer.provide(untraced))

export const serving = Layer.mergeAll(served, Smtp.layer, jobs, ProcessMetrics.layer)
