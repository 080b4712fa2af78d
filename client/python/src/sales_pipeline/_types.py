# Generated from the contract (npm run generate): don't edit.
"""What the service takes and answers."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


class Me(TypedDict):
    user: MeUser
    """Whom the credential speaks for."""
    workspace: MeWorkspace
    """The workspace it is good for."""
    apiKey: Union[MeApiKey, None]
    """The key that was sent; null for OAuth."""
    auth: MeAuth
    """The credential, and its permissions."""
    rules: Union[MeRules, None]
    """Its rules: which writes are done, need approval or are refused; null without rules."""
    pendingApprovals: int
    """Its writes that wait for an admin."""
    rateLimits: List[MeRateLimitsItem]
    """Requests left after this one."""


class MeUser(TypedDict):
    """Whom the credential speaks for."""

    id: str
    """Id of the person."""
    email: str
    """Address they sign in with."""
    name: Union[str, None]
    """Their name; null if they gave none."""


class _MeWorkspace(TypedDict):
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace."""
    timeZone: str
    """IANA name of the zone whose months, weeks and days reports have."""
    plan: Literal["free", "standard"]
    """free limits boards, active deals and keys; standard does not."""


class MeWorkspace(_MeWorkspace, total=False):
    """The workspace it is good for."""

    lostReasons: List[str]
    """Usual reasons for lostReason of a deal; left out if there are none."""
    rehearsal: MeWorkspaceRehearsal
    """Only of a copy to try things in, where webhooks are captured."""


class MeWorkspaceRehearsal(TypedDict):
    """Only of a copy to try things in, where webhooks are captured."""

    of: str
    """Id of the workspace it copies."""
    endsAt: str
    """Time at which it is discarded."""
    now: str
    """The time there, which may be set."""


class MeApiKey(TypedDict):
    id: str
    """Id of the API key."""
    name: str
    """Purpose, such as the app that uses it."""


class MeAuth(TypedDict):
    """The credential, and its permissions."""

    kind: Literal["api_key", "oauth"]
    """Kind of credential."""
    scopes: List[Scope]
    """Effective scopes: those granted, as far as the person's role allows."""
    client: Union[MeAuthClient, None]
    """The OAuth app; null for an API key."""


class MeAuthClient(TypedDict):
    id: str
    """Client id of the app."""


class MeRules(TypedDict):
    default: Literal["allow", "ask", "deny"]
    """For writes that operations doesn't name."""
    operations: Dict[str, Literal["allow", "ask", "deny"]]
    """Rules by operation, such as deals.delete, or by its first part: deals. The longer name counts. "ask" waits for an admin, "deny" is refused."""
    writesPerHour: Union[int, None]
    """More writes than this within 60 minutes have to be asked for; null for no limit."""
    amountChangePercent: Union[int, None]
    """Changes of a deal's amount within 24 hours that come to more percent than this have to be asked for, and so does a first amount; null for no limit."""
    records: Union[int, None]
    """A write that changes more records than this has to be asked for; null for no limit."""


class MeRateLimitsItem(TypedDict):
    of: Literal["credential", "workspace"]
    """Subject of the limit."""
    limit: int
    """Requests within 60 seconds."""
    remaining: int
    """Requests that are left."""
    resetSeconds: int
    """Seconds until there are more."""


class DealList(TypedDict):
    data: List[ListedDeal]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class _ListedDeal(TypedDict):
    id: str
    """Id of the deal."""
    boardId: str
    """Id of the board."""
    name: str
    """Name of the deal."""
    company: Union[str, None]
    """Customer; null if not known."""
    amountCents: Union[int, None]
    """Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    stage: Stage
    """Stage on its board."""
    ownerId: str
    """Id of the member who owns the deal."""
    ownerName: Union[str, None]
    """Their name; null if they gave none."""
    labels: List[str]
    """Tags to group deals by."""
    primaryContact: PrimaryContact
    """The person to talk to; null for what is not known."""
    keyTerms: Union[str, None]
    """Terms agreed on; null if there are none."""
    nextStep: Union[str, None]
    """The next action; null if none is set."""
    nextStepAt: Union[str, None]
    """Due date of the next step; null if none is set."""
    expectedCloseAt: Union[str, None]
    """Expected time of closing; null if not known."""
    forecastCategory: Literal["committed", "best_case", "pipeline"]
    """Likelihood of winning. Unless set: best_case in a late stage, else pipeline."""
    lostReason: Union[str, None]
    """Reason for the loss; null if not given. Reopening the deal empties it."""
    leadId: Union[str, None]
    """Id of the lead it was made of; null if of none."""
    externalId: Union[str, None]
    """Its id in another system; null if it has none."""
    createdAt: str
    """Time of creation."""
    updatedAt: str
    """Time of the last change of a field or the stage."""
    stageEnteredAt: str
    """Time it entered its present stage."""
    commitmentAt: Union[str, None]
    """Time it first entered the anchor stage; null if it never did."""
    wonAt: Union[str, None]
    """Time it was won; null if it is not, or if an edit set the stage."""
    deadAt: Union[str, None]
    """Time it was lost; null if it is not, or if an edit set the stage."""


class ListedDeal(_ListedDeal, total=False):
    matched: Matched
    """The match of a search with in."""


class Stage(TypedDict):
    id: str
    """Id of the stage."""
    name: str
    """Name of the stage."""
    region: Region
    """Part of the pipeline: early, anchor (where a proposal is made) and late are open; won and dead are its ends."""
    isAnchor: bool
    """true for the one stage of region anchor."""


class PrimaryContact(TypedDict):
    name: Union[str, None]
    """Full name of the person to talk to."""
    title: Union[str, None]
    """Their job title."""
    email: Union[str, None]
    """Their email address."""
    phone: Union[str, None]
    """Their phone number."""
    linkedin: Union[str, None]
    """URL of their LinkedIn profile."""


Matched = TypedDict(
    "Matched",
    {
        "in": "Literal[\"deals\", \"notes\", \"leads\"]",
        "text": "str",
    },
    total=True,
)


class Deal(TypedDict):
    id: str
    """Id of the deal."""
    boardId: str
    """Id of the board."""
    name: str
    """Name of the deal."""
    company: Union[str, None]
    """Customer; null if not known."""
    amountCents: Union[int, None]
    """Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    stage: Stage
    """Stage on its board."""
    ownerId: str
    """Id of the member who owns the deal."""
    ownerName: Union[str, None]
    """Their name; null if they gave none."""
    labels: List[str]
    """Tags to group deals by."""
    primaryContact: PrimaryContact
    """The person to talk to; null for what is not known."""
    keyTerms: Union[str, None]
    """Terms agreed on; null if there are none."""
    nextStep: Union[str, None]
    """The next action; null if none is set."""
    nextStepAt: Union[str, None]
    """Due date of the next step; null if none is set."""
    expectedCloseAt: Union[str, None]
    """Expected time of closing; null if not known."""
    forecastCategory: Literal["committed", "best_case", "pipeline"]
    """Likelihood of winning. Unless set: best_case in a late stage, else pipeline."""
    lostReason: Union[str, None]
    """Reason for the loss; null if not given. Reopening the deal empties it."""
    leadId: Union[str, None]
    """Id of the lead it was made of; null if of none."""
    externalId: Union[str, None]
    """Its id in another system; null if it has none."""
    createdAt: str
    """Time of creation."""
    updatedAt: str
    """Time of the last change of a field or the stage."""
    stageEnteredAt: str
    """Time it entered its present stage."""
    commitmentAt: Union[str, None]
    """Time it first entered the anchor stage; null if it never did."""
    wonAt: Union[str, None]
    """Time it was won; null if it is not, or if an edit set the stage."""
    deadAt: Union[str, None]
    """Time it was lost; null if it is not, or if an edit set the stage."""


class _DealDetails(TypedDict):
    id: str
    """Id of the deal."""
    boardId: str
    """Id of the board."""
    name: str
    """Name of the deal."""
    company: Union[str, None]
    """Customer; null if not known."""
    amountCents: Union[int, None]
    """Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    stage: Stage
    """Stage on its board."""
    ownerId: str
    """Id of the member who owns the deal."""
    ownerName: Union[str, None]
    """Their name; null if they gave none."""
    labels: List[str]
    """Tags to group deals by."""
    primaryContact: PrimaryContact
    """The person to talk to; null for what is not known."""
    keyTerms: Union[str, None]
    """Terms agreed on; null if there are none."""
    nextStep: Union[str, None]
    """The next action; null if none is set."""
    nextStepAt: Union[str, None]
    """Due date of the next step; null if none is set."""
    expectedCloseAt: Union[str, None]
    """Expected time of closing; null if not known."""
    forecastCategory: Literal["committed", "best_case", "pipeline"]
    """Likelihood of winning. Unless set: best_case in a late stage, else pipeline."""
    lostReason: Union[str, None]
    """Reason for the loss; null if not given. Reopening the deal empties it."""
    leadId: Union[str, None]
    """Id of the lead it was made of; null if of none."""
    externalId: Union[str, None]
    """Its id in another system; null if it has none."""
    createdAt: str
    """Time of creation."""
    updatedAt: str
    """Time of the last change of a field or the stage."""
    stageEnteredAt: str
    """Time it entered its present stage."""
    commitmentAt: Union[str, None]
    """Time it first entered the anchor stage; null if it never did."""
    wonAt: Union[str, None]
    """Time it was won; null if it is not, or if an edit set the stage."""
    deadAt: Union[str, None]
    """Time it was lost; null if it is not, or if an edit set the stage."""


class DealDetails(_DealDetails, total=False):
    notes: NoteList
    """Notes, newest first; only if included."""
    activity: NoteList
    """System events, newest first: who, and old and new values; only if included."""
    lead: Union[LeadOfDeal, None]
    """The lead it was made of; null if of none; only if included."""


class NoteList(TypedDict):
    data: List[Note]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class _Note(TypedDict):
    id: str
    """Id of the note."""
    dealId: str
    """Id of the deal."""
    authorId: str
    """Id of the person who wrote it, or did what it records."""
    kind: Literal["manual", "system_event"]
    """manual: written by someone; system_event: recorded by the service."""
    activityKind: Union[Literal["note", "call", "email", "meeting"], None]
    """Kind of a note; null for a system event."""
    contentText: Union[str, None]
    """Plain text of a note; null for a system event."""
    contentJson: Any
    """The same text as a rich-text document; null for a system event."""
    systemEventType: Union[Literal["deal_created", "stage_changed", "deal_won", "deal_dead", "deal_reopened", "deal_updated", "lead_promoted", "email_sent", "deal_merged"], None]
    """Type of event; null for a note."""
    systemEventData: Any
    """Actor and changes (from, to, or changes by field); null for a note."""
    createdAt: str
    """Time of creation."""
    happenedAt: str
    """Time of the event; createdAt unless sent."""
    editedAt: Union[str, None]
    """Time of the last edit; null if never."""
    actor: Union[Actor, None]
    """Who did it, and through what; null for entries older than this field."""


class Note(_Note, total=False):
    entryId: str
    """Id of the write that made it, which POST /v1/undo takes; older ones have none."""


class _Actor(TypedDict):
    type: Literal["api_key", "oauth", "user"]
    """Kind of credential: an API key, an app (oauth), or a person's session (user)."""
    id: str
    """Id of the API key, the OAuth client or the person."""
    name: Union[str, None]
    """Name of the key or app at the time; null for a person at a page."""
    userId: str
    """Id of the person."""
    userName: Union[str, None]
    """Their name; null if they gave none."""


class Actor(_Actor, total=False):
    agent: str
    """Name that the agent sent for itself; not verified."""


class LeadOfDeal(TypedDict):
    id: str
    """Id of the lead."""
    contactName: Union[str, None]
    """First and last name; null if neither was sent."""
    email: Union[str, None]
    """Email address to answer to."""
    companyName: Union[str, None]
    """Company they work for."""
    triageStatus: Literal["new", "contacted", "promoted", "junk", "bad_fit", "stale"]
    """Triage status; promoted, junk and bad_fit are final."""
    score: Union[float, None]
    """Fit from 0 to 100; null if not scored."""
    source: Literal["form", "email"]
    """Channel of the lead; imported leads have form."""
    createdAt: str
    """Time of creation."""


class Deleted(TypedDict):
    id: str
    """Id of what was deleted."""
    deleted: bool
    """Always true."""


class _DealsBulkCreateDealsItem(TypedDict):
    name: str
    """Name of the deal."""


class DealsBulkCreateDealsItem(_DealsBulkCreateDealsItem, total=False):
    company: Union[str, None]
    """Customer; null if not known."""
    amountCents: Union[int, None]
    """Value of the deal; the board's default if left out. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    amount: str
    """Instead of amountCents, as a decimal string: "12500.00" for $12,500.00, "500000" for ¥500,000."""
    stageId: str
    """Id of a stage of the board; its earliest if left out."""
    ownerId: str
    """Id of the member who owns it; the caller if left out."""
    labels: List[str]
    """Tags to group deals by."""
    primaryContactName: Union[str, None]
    """Full name of the person to talk to."""
    primaryContactTitle: Union[str, None]
    """Their job title."""
    primaryContactEmail: Union[str, None]
    """Their email address."""
    primaryContactPhone: Union[str, None]
    """Their phone number."""
    primaryContactLinkedin: Union[str, None]
    """URL of their LinkedIn profile."""
    keyTerms: Union[str, None]
    """Terms agreed on; null if there are none."""
    nextStep: Union[str, None]
    """The next action; null if none is set."""
    nextStepAt: Union[str, None]
    """Due date of the next step: a day (until its end, UTC) or an RFC 3339 time."""
    expectedCloseAt: Union[str, None]
    """A day (until its end, UTC) or an RFC 3339 time."""
    forecastCategory: Union[Literal["committed", "best_case", "pipeline"], None]
    """null: as its stage says."""
    lostReason: Union[str, None]
    """Reason for the loss; null if not given. Reopening the deal empties it."""
    externalId: Union[str, None]
    """Its id in another system, which no other deal here has."""


class BulkCreated(TypedDict):
    created: int
    """Number created."""
    records: List[BulkCreatedRecordsItem]
    """Each, in the order sent."""


class BulkCreatedRecordsItem(TypedDict):
    id: str
    """Id of the deal or lead."""
    name: Union[str, None]
    """Name of the deal, or of the lead's person, company or email; null without any."""


class DealsBulkUpdateFilter(TypedDict, total=False):
    boardId: str
    """Id of a board to filter by."""
    stageId: str
    """Id of a stage to filter by."""
    status: Literal["open", "won", "dead", "all"]
    """open: neither won nor dead; all: every deal."""
    ownerId: str
    """Id of the owner, or me."""
    label: str
    """Exact label."""
    externalId: str
    """Exact id in another system."""
    amountMin: int
    """In minor units of each deal's currency."""
    amountMax: int
    """In minor units of each deal's currency."""
    quietDays: int
    """No change or note for this many days."""
    overdue: bool
    """true: only open deals whose next step is past due."""
    createdAfter: str
    """From this day or RFC 3339 time on."""
    createdBefore: str
    """Before this day or time."""
    updatedSince: str
    """Changed since this day or time."""
    closedAfter: str
    """Won or dead since this day or time."""
    closedBefore: str
    """Won or dead before this day or time."""
    nextStepAfter: str
    """From this day or time on."""
    nextStepBefore: str
    """Before this day or time."""
    expectedCloseAfter: str
    """From this day or time on."""
    expectedCloseBefore: str
    """Before this day or time."""
    q: str
    """Text to find in name or company, ignoring case."""
    search: str
    """Words that must all be in name, company or the contact's name or email: any order, ignoring accents."""


class _BulkResult(TypedDict):
    updated: int
    """Number changed."""
    unchanged: int
    """Number unchanged."""


class BulkResult(_BulkResult, total=False):
    withoutAmount: int
    """Number without an amount, which amountPercent leaves so."""
    hint: str
    """If nothing matches the filter: what a wider one would find. If lost deals have no lostReason: how to send it."""


class LeadList(TypedDict):
    data: List[ListedLead]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class _ListedLead(TypedDict):
    id: str
    """Id of the lead."""
    boardId: str
    """Id of the board."""
    triageStatus: Literal["new", "contacted", "promoted", "junk", "bad_fit", "stale"]
    """Triage status; promoted, junk and bad_fit are final."""
    source: Literal["form", "email"]
    """Channel of the lead; imported leads have form."""
    dealId: Union[str, None]
    """Id of the deal it became; null until it is promoted."""
    suspect: bool
    """Looks like a bot's: listed by view=suspect alone and not announced until it is triaged or suspect is set to false."""
    contact: Contact
    """Submitted fields, unchanged; null for those that were not sent."""
    enrichment: LeadEnrichment
    """Findings about the lead; custom keys are kept."""
    attribution: Attribution
    """Origin, as submitted; null for fields that were not sent."""
    externalId: Union[str, None]
    """Its id in another system; null if it has none."""
    createdAt: str
    """Time of creation."""
    contactedAt: Union[str, None]
    """Time it was last marked contacted; null if never."""
    promotedAt: Union[str, None]
    """Time of the last promotion to a deal; null if never."""
    junkedAt: Union[str, None]
    """Time it was last marked junk; null if never."""


class ListedLead(_ListedLead, total=False):
    matched: Matched
    """The match of a search with in."""


class Contact(TypedDict):
    firstName: Union[str, None]
    """Given name."""
    lastName: Union[str, None]
    """Family name."""
    email: Union[str, None]
    """Email address to answer to."""
    phone: Union[str, None]
    """Phone number."""
    companyName: Union[str, None]
    """Company they work for."""
    companyWebsite: Union[str, None]
    """That company's website, as written."""
    message: Union[str, None]
    """The message that was sent."""
    howHeard: Union[str, None]
    """Source that the person named."""
    consent: Union[bool, None]
    """Consent to be contacted; null if not asked."""


class _LeadEnrichment(TypedDict):
    history: List[EnrichmentHistoryEntry]
    """Every write, oldest first; the newest of many. Read-only."""


class LeadEnrichment(_LeadEnrichment, total=False):
    status: Literal["queued", "in_progress", "complete", "skipped"]
    """in_progress while you work on it, then complete or skipped."""
    score: float
    """Fit of the lead; leads are sorted by it."""
    scoreDisplay: str
    """The score as text, as its source writes it."""
    verdict: str
    """Recommendation in a few words."""
    body: str
    """The findings, in Markdown."""
    provider: str
    """Name of the tool they come from."""
    contact: EnrichmentContact
    """The person, as researched; on promotion it fills what the lead left out."""
    screenshot: str
    """Public https URL of an image; it is stored, and read under a URL of ours."""
    screenshotSource: str
    """URL it was fetched from; read-only."""
    summary: str
    """The findings in a few sentences."""
    notes: str
    """Anything else worth keeping."""
    attachments: List[EnrichmentAttachment]
    """Further images."""
    historyHasMore: bool
    """true if older entries are left out; absent otherwise. Read-only."""


class EnrichmentContact(TypedDict, total=False):
    name: str
    """Full name."""
    title: str
    """Job title."""
    email: str
    """Email address."""
    phone: str
    """Phone number."""
    linkedin: str
    """https URL of their LinkedIn profile."""
    website: str
    """URL of their website."""


class _EnrichmentAttachment(TypedDict):
    url: str
    """Public https URL of an image; it is stored, and read under a URL of ours."""


class EnrichmentAttachment(_EnrichmentAttachment, total=False):
    filename: str
    """File name of the image."""
    kind: str
    """Caption in your own words."""
    sourceUrl: Any
    """URL it was fetched from; read-only."""


class EnrichmentHistoryEntry(TypedDict):
    at: str
    """Time of the write."""
    by: str
    """Id of the API key or OAuth client that wrote it."""
    payload: Dict[str, Any]
    """The keys that were written, as they were stored."""


class Attribution(TypedDict):
    source: Union[str, None]
    """Origin of the lead, as submitted."""
    sourceUrl: Union[str, None]
    """URL of the page it was sent from."""
    pageTitle: Union[str, None]
    """Title of that page."""
    referrer: Union[str, None]
    """URL that led to that page."""
    utmSource: Union[str, None]
    """Campaign tag utm_source."""
    utmMedium: Union[str, None]
    """Campaign tag utm_medium."""
    utmCampaign: Union[str, None]
    """Campaign tag utm_campaign."""
    utmTerm: Union[str, None]
    """Campaign tag utm_term."""
    utmContent: Union[str, None]
    """Campaign tag utm_content."""
    gclid: Union[str, None]
    """Google Ads click id."""
    fbclid: Union[str, None]
    """Meta click id."""
    msclkid: Union[str, None]
    """Microsoft Ads click id."""
    consentText: Union[str, None]
    """The words they agreed to."""


class Lead(TypedDict):
    id: str
    """Id of the lead."""
    boardId: str
    """Id of the board."""
    triageStatus: Literal["new", "contacted", "promoted", "junk", "bad_fit", "stale"]
    """Triage status; promoted, junk and bad_fit are final."""
    source: Literal["form", "email"]
    """Channel of the lead; imported leads have form."""
    dealId: Union[str, None]
    """Id of the deal it became; null until it is promoted."""
    suspect: bool
    """Looks like a bot's: listed by view=suspect alone and not announced until it is triaged or suspect is set to false."""
    contact: Contact
    """Submitted fields, unchanged; null for those that were not sent."""
    enrichment: LeadEnrichment
    """Findings about the lead; custom keys are kept."""
    attribution: Attribution
    """Origin, as submitted; null for fields that were not sent."""
    externalId: Union[str, None]
    """Its id in another system; null if it has none."""
    createdAt: str
    """Time of creation."""
    contactedAt: Union[str, None]
    """Time it was last marked contacted; null if never."""
    promotedAt: Union[str, None]
    """Time of the last promotion to a deal; null if never."""
    junkedAt: Union[str, None]
    """Time it was last marked junk; null if never."""


class _LeadDetails(TypedDict):
    id: str
    """Id of the lead."""
    boardId: str
    """Id of the board."""
    triageStatus: Literal["new", "contacted", "promoted", "junk", "bad_fit", "stale"]
    """Triage status; promoted, junk and bad_fit are final."""
    source: Literal["form", "email"]
    """Channel of the lead; imported leads have form."""
    dealId: Union[str, None]
    """Id of the deal it became; null until it is promoted."""
    suspect: bool
    """Looks like a bot's: listed by view=suspect alone and not announced until it is triaged or suspect is set to false."""
    contact: Contact
    """Submitted fields, unchanged; null for those that were not sent."""
    enrichment: LeadEnrichment
    """Findings about the lead; custom keys are kept."""
    attribution: Attribution
    """Origin, as submitted; null for fields that were not sent."""
    externalId: Union[str, None]
    """Its id in another system; null if it has none."""
    createdAt: str
    """Time of creation."""
    contactedAt: Union[str, None]
    """Time it was last marked contacted; null if never."""
    promotedAt: Union[str, None]
    """Time of the last promotion to a deal; null if never."""
    junkedAt: Union[str, None]
    """Time it was last marked junk; null if never."""


class LeadDetails(_LeadDetails, total=False):
    activity: LeadActivity
    """Changes of the last 30 days, newest first: who, and old and new values; only if included."""
    deal: Union[DealOfLead, None]
    """The deal it became; null if there is none, or it was deleted; only if included."""
    enrichmentHistory: WrittenEnrichment
    """Every write to its enrichment, newest first; only if enrichment is included."""


class LeadActivity(TypedDict):
    data: List[LeadEvent]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class _LeadEvent(TypedDict):
    type: ChangeType
    """Type of event."""
    data: Any
    """The change: `{stage}` of a new deal, `{changes: {field: {from, to}}}` of an edit, `{from, to}` of a move or a triage, `{fields}` of an enrichment, `{dealId}` of a promotion, `{operation}` of an approval; else null."""
    actor: Union[Actor, None]
    """Who did it, and through what; null if a job or a stranger did."""
    createdAt: str
    """Time of creation."""


class LeadEvent(_LeadEvent, total=False):
    entryId: str
    """Id of the write that made it, which POST /v1/undo takes; older changes have none."""


class DealOfLead(TypedDict):
    id: str
    """Id of the deal."""
    name: str
    """Name of the deal."""
    company: Union[str, None]
    """Customer; null if not known."""
    amountCents: Union[int, None]
    """Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    stage: Stage
    """Stage on its board."""
    ownerId: str
    """Id of the member who owns the deal."""
    ownerName: Union[str, None]
    """Their name; null if they gave none."""
    createdAt: str
    """Time of creation."""
    wonAt: Union[str, None]
    """Time it was won; null if it is not, or if an edit set the stage."""
    deadAt: Union[str, None]
    """Time it was lost; null if it is not, or if an edit set the stage."""


class WrittenEnrichment(TypedDict):
    data: List[WrittenEntry]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class WrittenEntry(TypedDict):
    at: str
    """Time of the write."""
    by: str
    """Id of the API key or OAuth client that wrote it."""
    payload: Dict[str, Any]
    """The keys that were written, as they were stored."""
    writer: Union[WrittenEntryWriter, None]
    """The person; null if they have left."""


class WrittenEntryWriter(TypedDict):
    type: Literal["api_key", "oauth", "user"]
    """Kind of credential: an API key, an app (oauth), or a person's session (user)."""
    name: Union[str, None]
    """Name of the key or app; null for a person at a page."""
    userName: Union[str, None]
    """Of whom it acted for; null if they gave none, or if it acts for several."""


class EnrichmentPatch(TypedDict, total=False):
    status: Union[Literal["queued", "in_progress", "complete", "skipped"], None]
    """in_progress while you work on it, then complete or skipped."""
    score: Union[float, None]
    """Fit of the lead; leads are sorted by it."""
    scoreDisplay: Union[str, None]
    """The score as text, as its source writes it."""
    verdict: Union[str, None]
    """Recommendation in a few words."""
    body: Union[str, None]
    """The findings, in Markdown."""
    provider: Union[str, None]
    """Name of the tool they come from."""
    contact: Union[EnrichmentContact, None]
    """The person, as researched; on promotion it fills what the lead left out."""
    screenshot: Union[str, None]
    """Public https URL of an image; it is stored, and read under a URL of ours."""
    summary: Union[str, None]
    """The findings in a few sentences."""
    notes: Union[str, None]
    """Anything else worth keeping."""
    attachments: Union[List[EnrichmentAttachment], None]
    """Further images."""
    screenshotSource: Any
    """URL it was fetched from; read-only."""
    history: Any
    """Every write, oldest first; the newest of many. Read-only."""
    historyHasMore: Any
    """true if older entries are left out; absent otherwise. Read-only."""


class EnrichmentHistory(TypedDict):
    data: List[EnrichmentHistoryEntry]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class ImageUpload(TypedDict):
    uploadUrl: str
    """One-time URL to PUT the image's bytes to; no credential is needed."""
    expiresAt: str
    """10 minutes after it was made."""
    maxBytes: int
    """In bytes."""


class LeadsBulkCreateLeadsItem(TypedDict, total=False):
    firstName: str
    """Given name."""
    lastName: str
    """Family name."""
    workEmail: str
    """Email address to answer to."""
    phone: str
    """Phone number."""
    companyName: str
    """Company they work for."""
    companyWebsite: str
    """That company's website, as written."""
    message: str
    """The message that was sent."""
    howHeard: str
    """Source that the person named."""
    consent: Union[bool, str]
    """Consent to be contacted; null if not asked."""
    source: Literal["form", "email", "import"]
    """Channel of the lead; form if left out."""
    sourceUrl: str
    """URL of the page it was sent from."""
    pageTitle: str
    """Title of that page."""
    referrer: str
    """URL that led to that page."""
    utmSource: str
    """Campaign tag utm_source."""
    utmMedium: str
    """Campaign tag utm_medium."""
    utmCampaign: str
    """Campaign tag utm_campaign."""
    utmTerm: str
    """Campaign tag utm_term."""
    utmContent: str
    """Campaign tag utm_content."""
    gclid: str
    """Google Ads click id."""
    fbclid: str
    """Meta click id."""
    msclkid: str
    """Microsoft Ads click id."""
    consentText: str
    """The words they agreed to."""
    externalId: Union[str, None]
    """Its id in another system, which no other lead here has."""


LeadsBulkTriageFilter = TypedDict(
    "LeadsBulkTriageFilter",
    {
        "boardId": "str",
        "triageStatus": "Literal[\"new\", \"contacted\", \"promoted\", \"junk\", \"bad_fit\", \"stale\"]",
        "view": "Literal[\"active\", \"suspect\"]",
        "scoreMin": "float",
        "createdAfter": "str",
        "externalId": "str",
        "q": "str",
        "search": "str",
        "in": "List[Literal[\"leads\"]]",
    },
    total=False,
)


class Promotion(TypedDict):
    dealId: str
    """Id of the deal."""
    leadId: str
    """Id of the lead."""


class Imported(TypedDict):
    created: int
    """Rows that made a record."""
    updated: int
    """Rows that changed the record with their externalId."""
    unchanged: int
    """Rows whose record was so already."""
    failed: int
    """Rows that did nothing."""
    rows: List[ImportedRowsItem]
    """Each row, in the order sent."""


class _ImportedRowsItem(TypedDict):
    line: int
    """Line of the row as sent, or its number in the batch."""
    externalId: Union[str, None]
    """Its externalId; null if that is the problem."""
    outcome: Literal["created", "updated", "unchanged", "failed"]
    """Result of the row."""


class ImportedRowsItem(_ImportedRowsItem, total=False):
    id: str
    """Id of the deal or lead; left out if it failed."""
    field: str
    """The field to mend, if it failed."""
    message: str
    """Error, and what to do next."""


class BoardList(TypedDict):
    data: List[Board]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class Board(TypedDict):
    id: str
    """Id of the board."""
    teamId: str
    """Id of the team."""
    name: str
    """Name of the board."""
    currency: Currency
    """ISO 4217 code of the currency of new deals, and of every sum of the board."""
    defaultDealAmountCents: int
    """Value of a deal that is created without an amount; 0 for none. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    createdAt: str
    """Time of creation."""


class BoardStage(TypedDict):
    id: str
    """Id of the stage."""
    name: str
    """Name of the stage."""
    region: Region
    """Part of the pipeline: early, anchor (where a proposal is made) and late are open; won and dead are its ends."""
    isAnchor: bool
    """true for the one stage of region anchor."""
    position: int
    """Place on its board in pipeline order, counted from 0."""
    probability: int
    """Chance of winning a deal of this stage, in percent; won is 100 and dead is 0, always."""


class _StageEdit(TypedDict):
    name: str
    """Name of the stage."""
    region: Region
    """Part of the pipeline: early, anchor (where a proposal is made) and late are open; won and dead are its ends."""


class StageEdit(_StageEdit, total=False):
    id: str
    """Id of a stage to keep; left out of a new one."""
    probability: int
    """Chance of winning a deal of this stage, in percent; won is 100 and dead is 0, always."""


class _Goals(TypedDict):
    proposals: Union[int, None]
    """Deals that are to reach the anchor stage in the period; null for no goal."""
    deals_won: Union[int, None]
    """Deals to win in the period; null for no goal."""
    deal_value: Union[int, None]
    """Target for the sum of deals won in the period, in minor units of the board's currency (cents for USD, whole yen for JPY); null for no goal."""


class Goals(_Goals, total=False):
    others: List[GoalsOthersItem]
    """The board's for a quarter and those of owners; left out if there are none."""


class GoalsOthersItem(TypedDict):
    period: Literal["month", "quarter"]
    """The length of the goals' period."""
    ownerId: Union[str, None]
    """Id of the owner; null for the board's own."""
    proposals: Union[int, None]
    """Deals that are to reach the anchor stage in the period; null for no goal."""
    deals_won: Union[int, None]
    """Deals to win in the period; null for no goal."""
    deal_value: Union[int, None]
    """Target for the sum of deals won in the period, in minor units of the board's currency (cents for USD, whole yen for JPY); null for no goal."""


class Lanes(TypedDict):
    boardId: str
    """Id of the board."""
    boardName: str
    """Name of the board."""
    currency: Currency
    """ISO 4217 code of the currency of new deals, and of every sum of the board."""
    lanes: List[Lane]
    """Every stage in pipeline order, with its deals."""


class _Lane(TypedDict):
    stage: BoardStage
    """The stage that is listed."""
    dealCount: int
    """Number of deals in it, regardless of filters."""
    amountCents: int
    """Sum of their amounts, in minor units of the board's currency (cents for USD, whole yen for JPY); a deal without an amount counts as 0."""
    deals: List[LaneDeal]
    """Its deals in the order of sort, at most limit; with filters those that match."""
    hasMore: bool
    """true if more deals match than limit."""


class Lane(_Lane, total=False):
    other_currencies: List[OtherCurrencies]
    """Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."""
    undatedCount: int
    """Of a won or dead stage: its deals without wonAt or deadAt, which no month of a report counts, since an edit and not a move put them there. Left out if there are none."""
    matching: LaneMatching
    """Totals of the matching deals; left out without filters."""


class OtherCurrencies(TypedDict):
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    count: int
    """Number of deals in it."""
    cents: int
    """Sum of their amounts, in minor units of this currency."""


class _LaneMatching(TypedDict):
    dealCount: int
    """Number of matching deals."""
    amountCents: int
    """Sum of their amounts, in minor units of the board's currency (cents for USD, whole yen for JPY)."""


class LaneMatching(_LaneMatching, total=False):
    """Totals of the matching deals; left out without filters."""

    other_currencies: List[OtherCurrencies]
    """Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."""


class LaneDeal(TypedDict):
    id: str
    """Id of the deal."""
    name: str
    """Name of the deal."""
    company: Union[str, None]
    """Customer; null if not known."""
    amountCents: Union[int, None]
    """Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    stage: Stage
    """Stage on its board."""
    ownerId: str
    """Id of the member who owns the deal."""
    ownerName: Union[str, None]
    """Their name; null if they gave none."""
    labels: List[str]
    """Tags to group deals by."""
    nextStep: Union[str, None]
    """The next action; null if none is set."""
    nextStepAt: Union[str, None]
    """Due date of the next step; null if none is set."""
    createdAt: str
    """Time of creation."""
    updatedAt: str
    """Time of the last change of a field or the stage."""
    stageEnteredAt: str
    """Time it entered its present stage."""


class _WeightedPipeline(TypedDict):
    board_id: str
    """Id of the board."""
    board_name: str
    """Name of the board."""
    currency: Currency
    """ISO 4217 code of the currency that the sums are in."""
    generated_at: str
    """Time of the report."""
    time_zone: str
    """IANA name of the zone whose months, weeks and days the report has: a setting of the workspace."""
    weighted_pipeline_cents: int
    """Amount times probability over all open deals, rounded half up at the end, in minor units of the board's currency (cents for USD, whole yen for JPY)."""
    raw_pipeline_cents: int
    """Sum of the amounts of open deals, in minor units of the board's currency (cents for USD, whole yen for JPY)."""
    open_deal_count: int
    """Number of deals neither won nor dead."""
    lanes: List[WeightedPipelineLanesItem]
    """Every open stage in pipeline order, empty ones too; each weighted sum is rounded by itself."""


class WeightedPipeline(_WeightedPipeline, total=False):
    other_currencies: List[OtherCurrencies]
    """Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."""


class _WeightedPipelineLanesItem(TypedDict):
    stage_id: str
    """Id of the stage."""
    name: str
    """Name of the stage."""
    region: Region
    """Part of the pipeline: early, anchor (where a proposal is made) and late are open; won and dead are its ends."""
    probability_pct: int
    """Chance of winning a deal of this stage, in percent; won is 100 and dead is 0, always."""
    deal_count: int
    """Number of deals."""
    raw_cents: int
    """Sum of their amounts, in minor units of the board's currency (cents for USD, whole yen for JPY)."""
    weighted_cents: int
    """That sum times the stage's probability, rounded half up, in minor units of the board's currency (cents for USD, whole yen for JPY)."""


class WeightedPipelineLanesItem(_WeightedPipelineLanesItem, total=False):
    other_currencies: List[OtherCurrencies]
    """Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."""


class _ThisMonth(TypedDict):
    board_id: str
    """Id of the board."""
    board_name: str
    """Name of the board."""
    currency: Currency
    """ISO 4217 code of the currency that the sums are in."""
    generated_at: str
    """Time of the report."""
    time_zone: str
    """IANA name of the zone whose months, weeks and days the report has: a setting of the workspace."""
    board_color: str
    """CSS gradient that the board is shown in."""
    day_of_month: int
    """Today's day of the calendar month, in time_zone."""
    days_in_month: int
    """Number of days in the month."""
    weighted_pipeline_cents: int
    """Amount times probability over all open deals, rounded half up at the end, in minor units of the board's currency (cents for USD, whole yen for JPY)."""
    metrics: List[ThisMonthMetricsItem]
    """The month's figures against their goals."""
    pipeline: List[ThisMonthPipelineItem]
    """Every open stage in pipeline order, empty ones too."""


class ThisMonth(_ThisMonth, total=False):
    other_currencies: List[OtherCurrencies]
    """Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."""
    undated_won_count: int
    """Won deals without wonAt, which no month counts, since an edit and not a move put them into the won stage. Left out if there are none."""


class ThisMonthMetricsItem(TypedDict):
    key: Literal["proposals", "deals_won", "deal_value"]
    """Measure."""
    label: str
    """The same in words."""
    current: int
    """So far: a count; a sum in minor units of the board's currency (cents for USD, whole yen for JPY) for deal_value."""
    goal: Union[int, None]
    """In the same unit as current; null if none is set."""
    pace: Union[Literal["ahead", "on-track", "behind"], None]
    """Against the goal's share of the days gone by: ahead from 110 %, behind below 90 %; null without a goal."""


class ThisMonthPipelineItem(TypedDict):
    stage_id: str
    """Id of the stage."""
    name: str
    """Name of the stage."""
    region: Region
    """Part of the pipeline: early, anchor (where a proposal is made) and late are open; won and dead are its ends."""
    deal_count: int
    """Number of deals."""


class PipelineSummary(TypedDict):
    generated_at: str
    """Time of the report."""
    time_zone: str
    """IANA name of the zone whose months, weeks and days the report has: a setting of the workspace."""
    boards: List[BoardSummary]
    """Newest first."""


class _BoardSummary(TypedDict):
    board_id: str
    """Id of the board."""
    board_name: str
    """Name of the board."""
    currency: Currency
    """ISO 4217 code of the currency that the sums are in."""
    open_deal_count: int
    """Number of deals neither won nor dead."""
    raw_pipeline_cents: int
    """Sum of the amounts of open deals, in minor units of the board's currency (cents for USD, whole yen for JPY)."""
    weighted_pipeline_cents: int
    """Amount times probability over all open deals, rounded half up at the end, in minor units of the board's currency (cents for USD, whole yen for JPY)."""
    won_this_month: DealTotal
    """Deals won in the calendar month, in time_zone."""
    dead_this_month: DealTotal
    """Deals that went dead in the calendar month, in time_zone."""
    stalled_deal_count: int
    """Open deals without any activity for 30 days; each stage counts up to 1,000 of them."""
    stalled_deals: List[BoardSummaryStalledDealsItem]
    """The ten that have been quiet for longest."""
    stages: List[BoardSummaryStagesItem]
    """Every stage in pipeline order, won and dead included."""


class BoardSummary(_BoardSummary, total=False):
    other_currencies: List[OtherCurrencies]
    """Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."""


class _DealTotal(TypedDict):
    deal_count: int
    """Number of deals."""
    value_cents: int
    """Sum of their amounts, in minor units of the board's currency (cents for USD, whole yen for JPY)."""


class DealTotal(_DealTotal, total=False):
    other_currencies: List[OtherCurrencies]
    """Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."""


class BoardSummaryStalledDealsItem(TypedDict):
    id: str
    """Id of the deal."""
    name: str
    """Name of the deal."""
    company: Union[str, None]
    """Customer; null if not known."""
    stage: str
    """Name of the stage it is in."""
    amount_cents: Union[int, None]
    """Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    last_activity_on: str
    """Day, in UTC, of what was last recorded of it."""


class _BoardSummaryStagesItem(TypedDict):
    stage_id: str
    """Id of the stage."""
    name: str
    """Name of the stage."""
    region: Region
    """Part of the pipeline: early, anchor (where a proposal is made) and late are open; won and dead are its ends."""
    probability_pct: int
    """Chance of winning a deal of this stage, in percent; won is 100 and dead is 0, always."""
    deal_count: int
    """Number of deals."""
    raw_cents: int
    """Sum of their amounts, in minor units of the board's currency (cents for USD, whole yen for JPY)."""
    weighted_cents: int
    """That sum times the stage's probability, rounded half up, in minor units of the board's currency (cents for USD, whole yen for JPY)."""
    stalled_deal_count: int
    """Its open deals without any activity for 30 days, counted up to 1,000."""
    oldest_deal_age_days: Union[int, None]
    """Whole days since the oldest deal of an open stage was created; null if there is none."""


class BoardSummaryStagesItem(_BoardSummaryStagesItem, total=False):
    other_currencies: List[OtherCurrencies]
    """Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."""
    undated_deal_count: int
    """Of a won or dead stage: its deals without wonAt or deadAt, which no month counts. Left out if there are none."""


class DealProgress(TypedDict):
    board_id: str
    """Id of the board."""
    board_name: str
    """Name of the board."""
    currency: Currency
    """ISO 4217 code of the currency that the sums are in."""
    generated_at: str
    """Time of the report."""
    time_zone: str
    """IANA name of the zone whose months, weeks and days the report has: a setting of the workspace."""
    weeks: List[DealProgressWeeksItem]
    """Twelve weeks from Monday to Sunday in time_zone, oldest first; the last is the current one."""
    funnel: DealProgressFunnel
    """Moves from stage to stage, in the calendar months since that of the first week."""


class DealProgressWeeksItem(TypedDict):
    week_start: str
    """Its Monday."""
    created: DealTotal
    """Deals created in the week."""
    won: DealTotal
    """Deals won."""
    dead: DealTotal
    """Deals that went dead in the week."""


DealProgressFunnel = TypedDict(
    "DealProgressFunnel",
    {
        "from": "str",
        "to": "str",
        "stages": "List[Stages]",
    },
    total=True,
)


class Stages(TypedDict):
    stage_id: str
    """Id of the stage."""
    name: str
    """Name of the stage."""
    region: Region
    """Part of the pipeline: early, anchor (where a proposal is made) and late are open; won and dead are its ends."""
    entered_count: int
    """Number of times a deal was created in it or moved into it."""
    onward_count: int
    """Number of times a deal left it for a later stage, or was won."""
    back_count: int
    """Number of times a deal left it for an earlier stage."""
    lost_count: int
    """Number of times a deal left it as lost."""
    conversion_pct: Union[int, None]
    """Of those that left it, the share that moved on, in percent; null if none left."""
    average_hours: Union[int, None]
    """Hours that those that left it had been in it, on average; null if none left."""


PeriodReport = TypedDict(
    "PeriodReport",
    {
        "board_id": "str",
        "board_name": "str",
        "currency": "Currency",
        "generated_at": "str",
        "time_zone": "str",
        "from": "str",
        "to": "str",
        "proposals": "DealTotal",
        "won": "DealTotal",
        "dead": "DealTotal",
        "months": "List[PeriodReportMonthsItem]",
        "owners": "List[PeriodReportOwnersItem]",
    },
    total=True,
)


class PeriodReportMonthsItem(TypedDict):
    month: str
    """Its first month, as YYYY-MM."""
    proposals: DealTotal
    """Deals that first reached the anchor stage."""
    won: DealTotal
    """Deals won."""
    dead: DealTotal
    """Deals that went dead."""


class PeriodReportOwnersItem(TypedDict):
    owner_id: str
    """Id of the person."""
    owner_name: str
    """Their name, or their email if they gave none."""
    proposals: DealTotal
    """Deals that first reached the anchor stage."""
    won: DealTotal
    """Deals won."""
    dead: DealTotal
    """Deals that went dead."""


Funnel = TypedDict(
    "Funnel",
    {
        "board_id": "str",
        "board_name": "str",
        "currency": "Currency",
        "generated_at": "str",
        "time_zone": "str",
        "from": "str",
        "to": "str",
        "created_count": "int",
        "won_count": "int",
        "lost_count": "int",
        "stages": "List[Stages]",
    },
    total=True,
)


class _PipelineQuery(TypedDict):
    measure: Literal["count", "sum", "average", "win_rate", "days_in_stage", "days_to_close", "conversion"]
    """Measure."""
    groupBy: List[ReportsQueryItem]
    """Grouping."""
    groups: List[PipelineQueryGroupsItem]
    """Months and quarters in order, others largest first."""


class PipelineQuery(_PipelineQuery, total=False):
    currency: Currency
    """The currency of all groups, if it is one."""
    truncated: bool
    """true if only the first 100 groups are here: the largest, or the latest months."""


class _PipelineQueryGroupsItem(TypedDict):
    key: Union[str, None]
    """Filter value of the group: an id, a text, 2026-05 or 2026-Q2; null for none. Two keys are percent-encoded and joined by a comma."""
    label: str
    """The same for people."""
    value: Union[float, None]
    """Deals; minor units of the currency for sum and average; 0 to 1 for win_rate and conversion; days otherwise. Null if there is nothing to measure."""
    count: int
    """Number of deals behind the value."""


class PipelineQueryGroupsItem(_PipelineQueryGroupsItem, total=False):
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""


class Forecast(TypedDict):
    by: Literal["month", "quarter"]
    """The length of a period."""
    timeZone: str
    """IANA name of the zone whose months and days count."""
    rows: List[ForecastRowsItem]
    """One for each period and currency."""


class ForecastRowsItem(TypedDict):
    period: str
    """2026-05 or 2026-Q2; overdue: before today; none: no expected close; later: all after these."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    count: int
    """Number of open deals."""
    committed: int
    """Sum of the committed ones, in minor units of currency."""
    bestCase: int
    """Sum of the best_case ones, in minor units of currency."""
    pipeline: int
    """Sum of the others, in minor units of currency."""
    weighted: int
    """Sum of all, weighted by the probability of their stages, in minor units of currency."""
    won: int
    """Sum of the deals won in the period so far, in minor units of currency."""
    goal: Union[int, None]
    """Sum of the boards' goals for deal_value, or of the owner's; in minor units; null without one."""


class TemplateList(TypedDict):
    data: List[Template]
    """All of them."""


class Template(TypedDict):
    id: str
    """Id of the email template."""
    name: str
    """Name of the template."""
    subject: str
    """Subject of the email; may hold merge tokens."""
    body: str
    """Text of the email; may hold merge tokens."""
    icon: str
    """An emoji, or the name of an icon."""
    color: str
    """A CSS colour to show it in."""
    use_count: int
    """Number of times it was sent."""


class Used(TypedDict):
    ok: bool
    """Always true."""


class RenderedTemplate(TypedDict):
    id: str
    """Id of the email template."""
    name: str
    """Name of the template."""
    to: Union[str, None]
    """Address of the deal's contact or of the lead; null if unknown."""
    subject: str
    """Subject of the email, filled."""
    body: str
    """Text of the email, filled."""
    unfilled: List[Literal["first_name", "company", "sender_first_name"]]
    """Merge tokens that nothing is known for; they stand in the text as they were."""


class Match(TypedDict):
    email: str
    """The address that was asked for."""
    domain: Union[str, None]
    """Its domain; null for a public mail host, which nobody is matched by."""
    match: Literal["email", "domain", "none"]
    """By what they were found: the whole address, else its domain."""
    deals: List[MatchDealsItem]
    """At most 25, newest first."""
    leads: List[MatchLeadsItem]
    """At most 25, newest first."""


class MatchDealsItem(TypedDict):
    id: str
    """Id of the deal."""
    name: str
    """Name of the deal."""
    company: Union[str, None]
    """Customer; null if not known."""
    stage: Union[str, None]
    """Name of the stage it is in."""
    amount_cents: Union[int, None]
    """Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    contact_name: Union[str, None]
    """Name of its primary contact."""
    owner_name: Union[str, None]
    """Their name; null if they gave none."""
    url: str
    """Path of its page on this service."""


class MatchLeadsItem(TypedDict):
    id: str
    """Id of the lead."""
    name: Union[str, None]
    """First and last name; null if neither was sent."""
    company: Union[str, None]
    """Company they work for."""
    status: Literal["new", "contacted", "promoted", "junk", "bad_fit", "stale"]
    """Triage status; promoted, junk and bad_fit are final."""
    url: str
    """Path of its page on this service."""


class MatchList(TypedDict):
    data: List[Match]
    """All of them."""


class DuplicateList(TypedDict):
    data: List[DuplicateListDataItem]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class DuplicateListDataItem(TypedDict):
    by: Literal["email", "externalId", "name"]
    """Field they share, ignoring case; name: name and company."""
    key: str
    """The common value."""
    count: int
    """Number of records."""
    records: List[DuplicateListDataItemRecordsItem]
    """Newest first, at most 10."""


class DuplicateListDataItemRecordsItem(TypedDict):
    id: str
    """Id of the deal or lead."""
    name: Union[str, None]
    """Its name, or that of its contact."""
    company: Union[str, None]
    """Its company; null if unknown."""
    status: str
    """open, won or dead; or the triage status of a lead."""
    createdAt: str
    """Time of creation."""


class MatchDuplicatesItem(TypedDict):
    by: Literal["email", "externalId", "name"]
    """Field they share, ignoring case; name: name and company."""
    key: str
    """The common value."""
    count: int
    """Number of records."""
    records: List[MatchDuplicatesItemRecordsItem]
    """Newest first, at most 10."""


class MatchDuplicatesItemRecordsItem(TypedDict):
    id: str
    """Id of the deal or lead."""
    name: Union[str, None]
    """Its name, or that of its contact."""
    company: Union[str, None]
    """Its company; null if unknown."""
    status: str
    """open, won or dead; or the triage status of a lead."""
    createdAt: str
    """Time of creation."""


class WebhookList(TypedDict):
    data: List[Webhook]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class Webhook(TypedDict):
    id: str
    """Id of the webhook subscription."""
    boardId: str
    """Id of the board."""
    label: Union[str, None]
    """Name of the subscription; null if none."""
    urlFingerprint: str
    """The last four characters of the URL, which is a secret and never returned."""
    provider: WebhookProvider
    """Recognized by the URL: a chat tool gets messages in its own format, any other receiver signed JSON."""
    events: List[EventType]
    """The events that are sent to it."""
    stageFilter: List[str]
    """Ids of the stages that deal.stage_changed is sent for when a deal enters them; empty for all."""
    active: bool
    """False while deliveries are paused."""
    createdAt: str
    """Time of creation."""
    lastDeliveredAt: Union[str, None]
    """The last success; null before any."""
    lastError: Union[str, None]
    """null before any failure, and again after a success."""
    createdBy: Union[str, None]
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`; null for subscriptions older than this field."""
    maker: Union[Maker, None]
    """Who made it, and through what; null for subscriptions older than this field."""


class Maker(TypedDict):
    type: Literal["api_key", "oauth", "user"]
    """Kind of credential: an API key, an app (oauth), or a person's session (user)."""
    id: str
    """Id of the API key, the OAuth client or the person."""
    name: Union[str, None]
    """Name of the key or app at the time; null for a person at a page."""
    userId: str
    """Id of the person."""
    userName: Union[str, None]
    """Their name; null if they gave none."""
    isGone: bool
    """true if the key is revoked, the app disconnected, or the person has left."""


class WebhookWithSecret(TypedDict):
    id: str
    """Id of the webhook subscription."""
    boardId: str
    """Id of the board."""
    label: Union[str, None]
    """Name of the subscription; null if none."""
    urlFingerprint: str
    """The last four characters of the URL, which is a secret and never returned."""
    provider: WebhookProvider
    """Recognized by the URL: a chat tool gets messages in its own format, any other receiver signed JSON."""
    events: List[EventType]
    """The events that are sent to it."""
    stageFilter: List[str]
    """Ids of the stages that deal.stage_changed is sent for when a deal enters them; empty for all."""
    active: bool
    """False while deliveries are paused."""
    createdAt: str
    """Time of creation."""
    lastDeliveredAt: Union[str, None]
    """The last success; null before any."""
    lastError: Union[str, None]
    """null before any failure, and again after a success."""
    createdBy: Union[str, None]
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`; null for subscriptions older than this field."""
    maker: Union[Maker, None]
    """Who made it, and through what; null for subscriptions older than this field."""
    signingSecret: Union[str, None]
    """Signing secret of deliveries, shown only in this response; null for a chat tool, whose messages are not signed."""


class Delivery(TypedDict):
    id: str
    """Id of the delivery."""
    webhookId: str
    """Id of the webhook subscription."""
    event: DeliveryEvent
    """Event that is delivered."""
    status: Literal["pending", "delivered", "failed", "captured"]
    """pending: yet to be tried, or tried again; failed: given up; captured: in a rehearsal, never sent."""
    attempts: List[DeliveryAttempt]
    """Oldest first; of many, the last 20."""
    createdAt: str
    """Time of the event."""
    nextAttemptAt: Union[str, None]
    """null once it is delivered, given up or captured."""
    deliveredAt: Union[str, None]
    """Time of the successful attempt; null if none."""


class DeliveryAttempt(TypedDict):
    at: str
    """Start time."""
    durationMs: int
    """Duration in milliseconds."""
    status: Union[int, None]
    """HTTP status; null if no response came."""
    error: Union[str, None]
    """Reason for the failure; null for a success."""
    response: Union[str, None]
    """The first 1 kB of the response's body; null if no response came."""


class DeliveryList(TypedDict):
    data: List[Delivery]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class DeliveryWithBody(TypedDict):
    id: str
    """Id of the delivery."""
    webhookId: str
    """Id of the webhook subscription."""
    event: DeliveryEvent
    """Event that is delivered."""
    status: Literal["pending", "delivered", "failed", "captured"]
    """pending: yet to be tried, or tried again; failed: given up; captured: in a rehearsal, never sent."""
    attempts: List[DeliveryAttempt]
    """Oldest first; of many, the last 20."""
    createdAt: str
    """Time of the event."""
    nextAttemptAt: Union[str, None]
    """null once it is delivered, given up or captured."""
    deliveredAt: Union[str, None]
    """Time of the successful attempt; null if none."""
    body: str
    """The text whose UTF-8 bytes every try sends."""


class MembersListAnswerItem(TypedDict):
    id: str
    """Id of the person."""
    email: str
    """Address they sign in with."""
    name: Union[str, None]
    """Their name; null if they gave none."""
    role: Literal["admin", "member", "viewer"]
    """admin: everything; member: everything but the admins' own; viewer: reading alone."""
    joinedAt: str
    """Time of joining."""


class EmbedToken(TypedDict):
    token: str
    """One-time token for /api/embed/start."""
    expires_at: str
    """10 minutes after it was made."""


class ChangeList(TypedDict):
    data: List[Change]
    """The changes, oldest first unless asked otherwise."""
    hasMore: bool
    """true if there are more changes already."""
    nextCursor: str
    """Send it as `cursor` for the changes after these. It is there on the last page too, for changes to come."""


class _Change(TypedDict):
    id: str
    """Position of the change in the workspace's feed: a whole number, as text. Later changes have greater ones."""
    type: ChangeType
    """Type of event."""
    dealId: Union[str, None]
    """Id of the deal; null if it is about something else."""
    leadId: Union[str, None]
    """Id of the lead; null if it is about something else."""
    noteId: Union[str, None]
    """Id of the note; null unless a note changed."""
    text: Union[str, None]
    """Text of the note as it is now; null for other changes, and once the note is deleted."""
    data: Any
    """The change: `{stage}` of a new deal, `{changes: {field: {from, to}}}` of an edit, `{from, to}` of a move or a triage, `{fields}` of an enrichment, `{dealId}` of a promotion, `{operation}` of an approval; else null."""
    actor: Union[Actor, None]
    """Who did it, and through what; null if a job or a stranger did."""
    createdAt: str
    """Time of creation."""


class Change(_Change, total=False):
    approvalId: str
    """Id of the approval; left out unless one changed."""
    entryId: str
    """Id of the write that made it, which POST /v1/undo takes; older changes have none."""


class AuditList(TypedDict):
    data: List[AuditEntry]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class _AuditEntry(TypedDict):
    id: str
    """Id of the entry."""
    at: str
    """Time of the write."""
    operation: str
    """Operation, such as deals.move."""
    surface: Literal["rest", "mcp", "rpc", "pages", "intake", "admin", "job"]
    """Surface that received it."""
    actor: AuditActor
    """Who did it."""
    requestId: Union[str, None]
    """Id of the request; null if it was none."""
    idempotencyKey: Union[str, None]
    """The key it was sent with; null without one."""
    target: Union[str, None]
    """Id of the record it was about, the first of several."""
    outcome: str
    """ok, asked, or the error's code."""
    status: Union[int, None]
    """HTTP status of the answer; null if there was none."""
    times: int
    """Count: the same refusal again within a minute is one entry."""
    changes: List[AuditChange]
    """Changes, record by record."""


class AuditEntry(_AuditEntry, total=False):
    approvedBy: Actor
    """Who approved it, if it needed approval."""


class _AuditActor(TypedDict):
    type: Literal["api_key", "oauth", "user", "visitor", "admin", "job"]
    """An API key, an app (oauth), a person at a page (user), a stranger, the operator, or a job."""
    id: str
    """Id of the API key, the OAuth client or the person."""
    name: Union[str, None]
    """Name of the key or app at the time; null for a person at a page."""
    userId: Union[str, None]
    """Id of the person it acted for; null if for none."""
    userName: Union[str, None]
    """Their name; null if they gave none."""


class AuditActor(_AuditActor, total=False):
    agent: str
    """Name that the agent sent for itself; not verified."""


class _AuditChange(TypedDict):
    resource: Resource
    """Kind of record that changed."""
    id: str
    """Its id."""
    before: Union[Dict[str, Any], None]
    """The fields that differ; null if there was no such record."""
    after: Union[Dict[str, Any], None]
    """The same after it; null if there is none any more."""


class AuditChange(_AuditChange, total=False):
    of: str
    """Parent of the record: a note's deal, a stage's board."""
    ids: List[str]
    """Records that changed alike, at most 200; id is then what caused it."""
    count: int
    """Number of records with the same change."""
    undoes: List[str]
    """Of an undo: ids of the entries that it took back for this record."""
    lacks: Scope
    """The scope that the caller lacks to read this record: before and after are without its fields."""


class _Undo(TypedDict):
    undone: List[UndoUndoneItem]
    """Undone writes, newest first."""
    notUndone: List[UndoNotUndoneItem]
    """Writes that were not undone, with the reason."""
    hasMore: bool
    """true if there is more to undo: send the call again with `until`."""


class Undo(_Undo, total=False):
    until: str
    """If there is more: send it as `until` to go on."""


class UndoUndoneItem(TypedDict):
    entryId: str
    """Id of the entry in the audit log."""
    operation: str
    """Operation, such as deals.move."""
    requestId: Union[str, None]
    """Id of the request; null if it was none."""
    at: str
    """Time of the write."""
    changes: List[UndoUndoneItemChangesItem]
    """Reverted changes, record by record."""


class UndoUndoneItemChangesItem(TypedDict):
    resource: Resource
    """Kind of record."""
    id: str
    """Its id."""
    fields: List[str]
    """The fields that were put back; none if the whole record was removed or brought back."""


class UndoNotUndoneItem(TypedDict):
    entryId: str
    """Id of the entry in the audit log."""
    operation: str
    """Operation, such as deals.move."""
    requestId: Union[str, None]
    """Id of the request; null if it was none."""
    resource: Resource
    """Kind of record."""
    id: str
    """Its id."""
    code: Literal["changed_since", "built_upon", "gone", "already_undone", "plan_limit_exceeded", "too_many", "not_undoable"]
    """Reason: someone changed it since, built upon it, or removed it; it is as before already; the plan has no room; it is too large; or such changes are never undone."""
    message: str
    """The same in words."""


class CredentialRulesList(TypedDict):
    data: List[CredentialRules]
    """All of them."""


class CredentialRules(TypedDict):
    credential: str
    """Id of the API key, or client id of the connected app."""
    type: Literal["api_key", "oauth"]
    """An API key, or a connected app (oauth)."""
    name: Union[str, None]
    """Name of the key or app; null if it is gone."""
    default: Literal["allow", "ask", "deny"]
    """For writes that operations doesn't name."""
    operations: Dict[str, Literal["allow", "ask", "deny"]]
    """Rules by operation, such as deals.delete, or by its first part: deals. The longer name counts. "ask" waits for an admin, "deny" is refused."""
    writesPerHour: Union[int, None]
    """More writes than this within 60 minutes have to be asked for; null for no limit."""
    amountChangePercent: Union[int, None]
    """Changes of a deal's amount within 24 hours that come to more percent than this have to be asked for, and so does a first amount; null for no limit."""
    records: Union[int, None]
    """A write that changes more records than this has to be asked for; null for no limit."""
    updatedAt: Union[str, None]
    """Time they were set; null if never."""
    updatedBy: Union[Actor, None]
    """Who set them; null for the operator, or if nobody did."""


class ApprovalList(TypedDict):
    data: List[Approval]
    """The items of this page."""
    hasMore: bool
    """true if there is another page."""
    nextCursor: Union[str, None]
    """Value of `cursor` for the next page; null on the last."""


class Approval(TypedDict):
    id: str
    """Id of the approval."""
    status: Literal["pending", "done", "declined", "expired", "stale", "failed"]
    """pending: waits for an admin. done: approved and carried out. declined, expired: not done. stale: approved, but what it was based on had changed. failed: approved, but refused then."""
    operation: str
    """Operation, such as deals.move."""
    credential: str
    """Id of the API key, or client id of the connected app."""
    askedBy: Actor
    """The key or app that asked, and for whom."""
    why: str
    """The rule or limit that has it wait."""
    summary: str
    """Summary of the write, in plain words."""
    details: List[ApprovalDetailsItem]
    """The same, record by record; whole where one approval is read, else in short: of many the first, and of long values the beginning."""
    changes: List[Changes]
    """Records that it would change, as a dry run tells it."""
    notRehearsed: List[str]
    """Parts that run only once it is approved."""
    requestId: str
    """Id of the request that asked."""
    idempotencyKey: Union[str, None]
    """The key it was sent with; null without one."""
    createdAt: str
    """Time of creation."""
    expiresAt: str
    """Time at which it expires if nobody decides."""
    decidedBy: Union[Actor, None]
    """Who approved or declined it; null while it waits."""
    decidedAt: Union[str, None]
    """Time of the decision; null while it waits."""
    reason: Union[str, None]
    """Reason for declining; null if none was given."""
    doneRequestId: Union[str, None]
    """The request id under which it was carried out: the audit log has its changes under it; else null."""
    answer: Union[ApprovalAnswer, None]
    """Response of the call; null while it waits."""


class ApprovalDetailsItem(TypedDict):
    title: str
    """The record, and what would happen to it."""
    lines: List[str]
    """Changes of the record: old and new values."""


class _Changes(TypedDict):
    resource: Resource
    """Kind of record."""
    change: Literal["created", "updated", "deleted"]
    """Effect on the record."""
    count: int
    """Number of records."""


class Changes(_Changes, total=False):
    ids: List[str]
    """Ids; not of new records, which get other ids."""
    names: List[str]
    """Names of the first five."""
    fields: List[str]
    """Names of the fields that would change."""


class ApprovalAnswer(TypedDict):
    status: int
    """HTTP status."""
    body: Any
    """The body; of a success only for the credential that asked, for others null."""


class Decision(TypedDict):
    approval: Approval
    """The approval that was decided."""
    alike: List[DecisionAlikeItem]
    """The others that were decided with it, at most 100."""
    left: int
    """Number of similar pending approvals."""


class DecisionAlikeItem(TypedDict):
    id: str
    """Id of the approval."""
    status: Literal["pending", "done", "declined", "expired", "stale", "failed"]
    """pending: waits for an admin. done: approved and carried out. declined, expired: not done. stale: approved, but what it was based on had changed. failed: approved, but refused then."""
    message: Union[str, None]
    """Error of the approved call; null if none."""


class DryRun(TypedDict):
    dryRun: DryRunDryRun
    """Effects that the call would have. Nothing was done."""


class _DryRunDryRun(TypedDict):
    status: int
    """Status that it would answer with."""
    answer: Any
    """Body that it would answer with; ids and secrets in it are not kept."""
    replayed: bool
    """true if that is the stored answer of its idempotency key, so that nothing would be done."""
    changes: List[Changes]
    """Records that it would change."""
    activity: List[DryRunDryRunActivityItem]
    """Entries that it would add to deals."""
    webhooks: List[DryRunDryRunWebhooksItem]
    """Events that it would send, by subscription."""
    notRehearsed: List[str]
    """Parts that run only in the real call."""


class DryRunDryRun(_DryRunDryRun, total=False):
    """Effects that the call would have. Nothing was done."""

    warning: str
    """Warning that it would give."""
    plan: str
    """Send it with the call: it is done only if nothing it is based on has changed."""
    expiresAt: str
    """Expiry time of the plan."""


class _DryRunDryRunActivityItem(TypedDict):
    type: Literal["note", "deal_created", "stage_changed", "deal_won", "deal_dead", "deal_reopened", "deal_updated", "lead_promoted", "email_sent", "deal_merged"]
    """A note, or the event of an entry."""
    count: int
    """Number of records."""
    dealIds: List[str]
    """The first 20 deals in whose activity it would be."""


class DryRunDryRunActivityItem(_DryRunDryRunActivityItem, total=False):
    data: Any
    """Content of the entry."""


class DryRunDryRunWebhooksItem(TypedDict):
    webhookId: str
    """Id of the webhook subscription."""
    event: DeliveryEvent
    """Event that would be sent."""
    count: int
    """Number of records."""


class DealCreatedEvent(TypedDict):
    """A deal was created."""

    event: Literal["deal.created"]
    """Name of the event."""
    deal_id: str
    """Id of the deal."""
    board_id: str
    """Id of the board."""
    deal: Deal
    """The deal as it was created."""
    created_by: str
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`."""
    created_at: str
    """Time of creation."""


class DealStageChangedEvent(TypedDict):
    """A deal was moved to another stage; stageFilter restricts these by the stage entered."""

    event: Literal["deal.stage_changed"]
    """Name of the event."""
    deal_id: str
    """Id of the deal."""
    board_id: str
    """Id of the board."""
    from_stage: Stage
    """The stage it left."""
    to_stage: Stage
    """The stage it entered."""
    deal: Deal
    """The deal as it was after the move."""
    changed_by: str
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`."""
    changed_at: str
    """Time of the move."""


class DealWonEvent(TypedDict):
    """A move made a deal won; sent in addition to deal.stage_changed."""

    event: Literal["deal.won"]
    """Name of the event."""
    deal_id: str
    """Id of the deal."""
    board_id: str
    """Id of the board."""
    from_stage: Stage
    """The stage it left."""
    to_stage: Stage
    """The stage it entered."""
    deal: Deal
    """The deal as it was after the move."""
    changed_by: str
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`."""
    changed_at: str
    """Time of the move."""
    amount_cents: Union[int, None]
    """Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."""
    currency: Currency
    """ISO 4217 code of the currency that the amounts are in."""
    won_at: str
    """Time it was won."""


class LeadCreatedEvent(TypedDict):
    """A lead came in."""

    event: Literal["lead.created"]
    """Name of the event."""
    lead_id: str
    """Id of the lead."""
    board_id: str
    """Id of the board."""
    lead: Lead
    """The lead as it came in."""
    created_at: str
    """Time of creation."""


class DealChangeUndoneEvent(TypedDict):
    """A change that you were told of was undone; sent to those who were sent the original."""

    event: Literal["deal.change_undone"]
    """Name of the event."""
    deal_id: str
    """Id of the deal."""
    deal: Union[Deal, None]
    """The deal as it is now; null if there is none any more."""
    board_id: str
    """Id of the board."""
    original: DealChangeRedoneEventOriginal
    """The event that does not hold any more."""
    changed_by: str
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`."""
    changed_at: str
    """Time it was undone."""


class DealChangeRedoneEventOriginal(TypedDict):
    event: EventType
    """Its name."""
    delivery_id: str
    """The `webhook-id` that it was sent to you with."""
    created_at: str
    """Time of the change that it announced."""


class DealChangeRedoneEvent(TypedDict):
    """The undoing was undone, so the original holds again. The original is not sent again."""

    event: Literal["deal.change_redone"]
    """Name of the event."""
    deal_id: str
    """Id of the deal."""
    deal: Union[Deal, None]
    """The deal as it is now; null if there is none any more."""
    board_id: str
    """Id of the board."""
    original: DealChangeRedoneEventOriginal
    """The event that holds again."""
    changed_by: str
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`."""
    changed_at: str
    """Time it was redone."""


class LeadChangeUndoneEvent(TypedDict):
    """A change that you were told of was undone; sent to those who were sent the original."""

    event: Literal["lead.change_undone"]
    """Name of the event."""
    lead_id: str
    """Id of the lead."""
    lead: Union[Lead, None]
    """The lead as it is now; null if there is none any more."""
    board_id: str
    """Id of the board."""
    original: DealChangeRedoneEventOriginal
    """The event that does not hold any more."""
    changed_by: str
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`."""
    changed_at: str
    """Time it was undone."""


class LeadChangeRedoneEvent(TypedDict):
    """The undoing was undone, so the original holds again. The original is not sent again."""

    event: Literal["lead.change_redone"]
    """Name of the event."""
    lead_id: str
    """Id of the lead."""
    lead: Union[Lead, None]
    """The lead as it is now; null if there is none any more."""
    board_id: str
    """Id of the board."""
    original: DealChangeRedoneEventOriginal
    """The event that holds again."""
    changed_by: str
    """`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`."""
    changed_at: str
    """Time it was redone."""


class ApprovalRequestedEvent(TypedDict):
    """A write waits for an admin's approval. It belongs to no board: subscriptions of every board get it."""

    event: Literal["approval.requested"]
    """Name of the event."""
    approval_id: str
    """Id of the approval: get_approval (GET /v1/approvals/{id}) tells more."""
    operation: str
    """Operation, such as deals.move."""
    summary: str
    """Summary of the write, on one line."""
    why: str
    """The rule or limit that has it wait."""
    requested_by: str
    """The credential that sent it: `api_key:<uuid>` or `oauth:<client id>`."""
    requester: str
    """The same in words: the person, and what the agent calls itself."""
    requested_at: str
    """Time of sending."""
    expires_at: str
    """Until when it waits."""
    url: str
    """URL of the page on which an admin approves or declines it."""


class ApprovalDecidedEvent(TypedDict):
    """A write that waited was approved, declined, or not decided in time."""

    event: Literal["approval.decided"]
    """Name of the event."""
    approval_id: str
    """Id of the approval: get_approval (GET /v1/approvals/{id}) tells more."""
    operation: str
    """Operation, such as deals.move."""
    summary: str
    """Summary of the write, on one line."""
    why: str
    """The rule or limit that has it wait."""
    requested_by: str
    """The credential that sent it: `api_key:<uuid>` or `oauth:<client id>`."""
    requester: str
    """The same in words: the person, and what the agent calls itself."""
    requested_at: str
    """Time of sending."""
    expires_at: str
    """Until when it waits."""
    url: str
    """URL of the page on which an admin approves or declines it."""
    status: Literal["pending", "done", "declined", "expired", "stale", "failed"]
    """Status of the approval."""
    decided_by: Union[str, None]
    """`user:<uuid>` or a credential; null if nobody decided in time."""
    decider: Union[str, None]
    """The same in words."""
    reason: Union[str, None]
    """Comment of the admin; null if none."""
    decided_at: str
    """Time of the decision or expiry."""


class WebhookTestEvent(TypedDict):
    """An admin asked for a test; sent once, whatever the answer."""

    event: Literal["webhook.test"]
    """Name of the event."""
    webhook_id: str
    """Id of the webhook subscription."""
    board_id: str
    """Id of the board."""
    created_at: str
    """Time of the test request."""


Scope = Literal["deals:read", "deals:write", "leads:read", "leads:write", "pipeline:read"]


Currency = Literal["USD", "EUR", "GBP", "CAD", "AUD", "JPY", "INR"]


Region = Literal["early", "anchor", "late", "won", "dead"]


ChangeType = Literal["deal.created", "deal.updated", "deal.stage_changed", "deal.won", "deal.dead", "deal.reopened", "deal.deleted", "deal.restored", "deal.email_sent", "note.created", "note.updated", "note.deleted", "lead.created", "lead.updated", "lead.triaged", "lead.enriched", "lead.promoted", "lead.deleted", "approval.pending", "approval.done", "approval.declined", "approval.expired", "approval.stale", "approval.failed"]


ReportsQueryItem = Literal["owner", "stage", "region", "board", "source", "label", "company", "lost_reason", "month", "quarter"]


WebhookProvider = Literal["slack", "discord", "msteams", "generic"]


EventType = Literal["deal.created", "deal.stage_changed", "deal.won", "lead.created", "approval.requested", "approval.decided"]


DeliveryEvent = Literal["deal.created", "deal.stage_changed", "deal.won", "lead.created", "approval.requested", "approval.decided", "deal.change_undone", "deal.change_redone", "lead.change_undone", "lead.change_redone", "webhook.test"]


Resource = Literal["deal", "note", "lead", "lead_history", "board", "stage", "template", "template_use", "saved_view", "calendar", "webhook", "form", "inbound_address", "rehearsal", "api_key", "app", "member", "invitation", "workspace", "approval", "rules"]


WebhookEvent = Union[DealCreatedEvent, DealStageChangedEvent, DealWonEvent, LeadCreatedEvent, DealChangeUndoneEvent, DealChangeRedoneEvent, LeadChangeUndoneEvent, LeadChangeRedoneEvent, ApprovalRequestedEvent, ApprovalDecidedEvent, WebhookTestEvent]
"""The body of a delivery; `event` says which."""


Code = Literal[
    "admin_required",
    "already_member",
    "app_not_found",
    "approval_decided",
    "approval_declined",
    "approval_expired",
    "approval_not_found",
    "approval_stale",
    "belongs_elsewhere",
    "board_has_no_stages",
    "board_not_found",
    "body_too_large",
    "credential_has_rules",
    "credential_not_found",
    "deal_not_found",
    "declined",
    "delivery_not_found",
    "denied_by_rule",
    "enrichment_claimed",
    "enrichment_too_large",
    "entry_not_found",
    "external_id_taken",
    "file_not_found",
    "form_not_found",
    "idempotency_in_progress",
    "idempotency_key_reused",
    "image_fetch_failed",
    "inbound_address_not_found",
    "insecure_transport",
    "insufficient_scope",
    "internal_error",
    "invalid_body",
    "invalid_credential",
    "invalid_cursor",
    "invalid_dry_run",
    "invalid_idempotency_key",
    "invalid_image",
    "invalid_json",
    "invalid_owner",
    "invalid_plan",
    "invalid_query",
    "invalid_request",
    "invalid_rule",
    "invalid_scope",
    "invalid_stage",
    "invalid_triage_transition",
    "invalid_url",
    "invitation_not_found",
    "is_rehearsal",
    "key_not_found",
    "last_admin",
    "lead_not_found",
    "member_not_found",
    "method_not_allowed",
    "missing_credential",
    "not_a_rehearsal",
    "not_author",
    "note_not_found",
    "origin_not_allowed",
    "own_approval",
    "plan_limit_exceeded",
    "plan_stale",
    "precondition_failed",
    "promote_disabled",
    "promoted_not_settable",
    "rate_limited_account",
    "rate_limited_address",
    "rate_limited_key",
    "rate_limited_workspace",
    "rehearsal_not_found",
    "route_not_found",
    "template_not_found",
    "too_many_approvals",
    "too_many_costly_reads",
    "too_many_rehearsals",
    "trusted_elsewhere",
    "unavailable",
    "unexpected_answer",
    "unknown_field",
    "unsupported_media_type",
    "upload_expired",
    "upload_not_found",
    "upload_used",
    "view_not_found",
    "webhook_not_found",
    "workspace_suspended",
]
"""Every code of an error: what a program tells errors apart by."""

ErrorType = Literal["authentication_error", "permission_error", "invalid_request_error", "not_found", "rate_limit_error", "conflict_error", "unsupported_media_type", "method_not_allowed", "api_error"]
