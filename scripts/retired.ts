/** Retired names, each with its replacement. */
const words = new Map(
  `
  Trail ChangeSet, Witness ReadSet, Deed AuditContext, Vault Encryption, Depot BackupLocation, Pulse DatabaseHeartbeat, News
  EventNotifications, Tries PasswordAttempts, Vouched VerifiedAccounts, Entrance AccountLinking, Unhurried
  UnlimitedConnections, Sweep EraseText, Traces PersonRecords, Turns FairSemaphore, Queues KeyedMutex, Linked LinkedList,
  Forgetting CacheInvalidation, Ending ShutdownSignal, Shortage ResourceShortage, Spare IdleMemoryRelease, Called
  NameLookup, Letter EmailText, Once Memo, Searched SearchQuery, Wider SearchHints, Courier DeliveryWorker, Supply
  DeliveryBatch, Calling CallContext, Mounted Routes, Edge Middleware, Observe RequestTelemetry, Arrival ReadBody, Flaws
  RequestChecks, Coding ContentNegotiation, Unchanging StaticResponse, Bare RawError, Crowd ConnectionLimit, Early
  StartupQueue, OneWrite SingleWriteResponse, Needed RequiredScopes, Absent EmptyArguments, Handles NamedReferences, Fit
  Truncation, Gathered ColumnExtraction, Remainder OmittedResults, Twins DuplicateWarning, Strangers UnknownClients or
  SignInDelay, Act CallOperation, Choose ChooseWorkspace, Understood ParsedQuery, Marks EditConflicts, Along PrevNext,
  Framed EmbeddedPage, Here PageContext, Spoken Translation, Gone UnknownFilterIds, Forgotten ForgotPassword, Guessing
  SignInLimits, SigningIn CompleteSignIn, Sequels CompensatingEvents, TakeBack RevertChange or UndoTriage, Unpacking Extract,
  glance listForInbox, later defer, askInstead requestApproval, tryInstead handleDryRun, holdToLimits
  enforceLimits, vet checkUrl, unhurried operator, tend deleteLeftovers, SealedKey WrappedKey, Proven VerifiedIdentity, BackupPlaces
  BackupLocation, WalKept WalArchive, WalKeeper WalArchiver, Across MultiShardStatements, BriefDeals DealSummaryColumns, RareParts
  SelectiveSubstring, SearchWays SearchStrategyCache, SearchPlaces RelatedTextSearch, QueueTurns QueueLimits, ApprovalEnds
  ApprovalOutcome, Deciding Decisions, Verdicts RuleEvaluation, UndoVerdict UndoRuleEvaluation, UndoAtOnce QuickUndo, Chosen
  BulkSelection, MailDoubt AutomatedMail, TendRehearsals ExpireRehearsals, LeadInShort LeadSummary, StrayNames MisspelledSettings,
  HarmlessText InjectionHeuristic, WholeLists UnpaginatedLists, ErrorFit ErrorTruncation, GatheredTexts ColumnExtraction, Persons
  DataSubjects, Findings EnrichmentDetails`
    .split(",")
    .map((pair) => pair.trim().split(/ (.*)/u) as [string, string])
)

const declared = /^(?:export (?:abstract )?(?:class|interface|type|const|function)|\s+readonly) (\w+)/gmu

/** Limits begin with `max`. */
const limit = /^(?:most|longest)(?=[A-Z])/u

/** Refuses files, exports and read-only members with a retired name. */
export const retired = {
  except: {},
  find: (text: string, file: string) =>
    [/([^/]+)\.ts$/u.exec(file)?.[1] ?? "", ...Array.from(text.matchAll(declared), ([, name = ""]) => name)]
      .map((name) => [name, words.get(name) ?? (limit.test(name) ? name.replace(limit, "max") : undefined)])
      .filter(([, instead]) => instead !== undefined)
      .map(([name, instead]) => `is or declares ${name}: call it ${instead}`)
}
