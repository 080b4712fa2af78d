/** Retired names, each with its replacement. */
const words = new Map(
  `
  Trail ChangeSet, Witness ReadSet, Deed AuditContext, Vault Encryption, Depot BackupPlaces, Pulse DatabaseHeartbeat, News
  EventNotifications, Tries PasswordAttempts, Vouched VerifiedAccounts, Entrance AccountLinking, Unhurried
  UnlimitedConnections, Sweep EraseText, Traces PersonRecords, Turns FairSemaphore, Queues KeyedMutex, Linked LinkedList,
  Forgetting CacheInvalidation, Ending ShutdownSignal, Shortage ResourceShortage, Spare IdleMemoryRelease, Called
  NameLookup, Letter EmailText, Once Memo, Searched SearchQuery, Wider SearchHints, Courier DeliveryWorker, Supply
  DeliveryBatch, Calling CallContext, Mounted Routes, Edge Middleware, Observe RequestTelemetry, Arrival ReadBody, Flaws
  RequestChecks, Coding ContentNegotiation, Unchanging StaticResponse, Bare RawError, Crowd ConnectionLimit, Early
  StartupQueue, OneWrite SingleWriteResponse, Needed RequiredScopes, Absent EmptyArguments, Handles NamedReferences, Fit
  Truncation, Gathered GatheredTexts, Remainder OmittedResults, Twins DuplicateWarning, Strangers UnknownClients or
  SignInDelay, Act CallOperation, Choose ChooseWorkspace, Understood ParsedQuery, Marks EditConflicts, Along PrevNext,
  Framed EmbeddedPage, Here PageContext, Spoken Translation, Gone UnknownFilterIds, Forgotten ForgotPassword, Guessing
  SignInLimits, SigningIn CompleteSignIn, Sequels CompensatingEvents, TakeBack RevertChange or UndoTriage, Unpacking Extract,
  glance listForInbox, later defer, askInstead requestApproval, tryInstead handleDryRun, holdToLimits
  enforceLimits, vet checkUrl, unhurried operator, tend deleteLeftovers`
    .split(",")
    .map((pair) => pair.trim().split(/ (.*)/u) as [string, string])
)

const declared = /^(?:export (?:abstract )?(?:class|interface|type|const|function)|\s+readonly) (\w+)/gmu

/** Refuses files, exports and read-only members with a retired name. */
export const retired = {
  except: {},
  find: (text: string, file: string) =>
    [/([^/]+)\.ts$/u.exec(file)?.[1] ?? "", ...Array.from(text.matchAll(declared), ([, name = ""]) => name)]
      .filter((name) => words.has(name))
      .map((name) => `is or declares ${name}: call it ${words.get(name)}`)
}
