# Generated from the contract (npm run generate): don't edit.
"""A method for each operation."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union, cast, overload

from ._threads import in_thread, in_threads
from ._transport import UNSET, Transport, Unset, quoted
from ._types import (
    Approval,
    ApprovalList,
    AuditEntry,
    AuditList,
    Board,
    BoardList,
    BoardStage,
    BulkCreated,
    BulkResult,
    Change,
    ChangeList,
    Changes,
    CredentialRules,
    CredentialRulesList,
    Currency,
    Deal,
    DealDetails,
    DealList,
    DealProgress,
    DealsBulkCreateDealsItem,
    DealsBulkUpdateFilter,
    Decision,
    Deleted,
    Delivery,
    DeliveryList,
    DeliveryWithBody,
    DryRun,
    DuplicateList,
    EmbedToken,
    EnrichmentHistory,
    EnrichmentHistoryEntry,
    EnrichmentPatch,
    EventType,
    Forecast,
    Funnel,
    Goals,
    ImageUpload,
    Imported,
    Lanes,
    Lead,
    LeadDetails,
    LeadList,
    LeadsBulkCreateLeadsItem,
    LeadsBulkTriageFilter,
    ListedDeal,
    ListedLead,
    Match,
    MatchDuplicatesItem,
    MatchList,
    Me,
    MembersListAnswerItem,
    Note,
    NoteList,
    PeriodReport,
    PipelineQuery,
    PipelineSummary,
    Promotion,
    RenderedTemplate,
    ReportsQueryItem,
    Scope,
    StageEdit,
    Stages,
    Template,
    TemplateList,
    ThisMonth,
    Undo,
    Used,
    Webhook,
    WebhookList,
    WebhookWithSecret,
    WeightedPipeline,
)

class MeCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def get(
        self,
    ) -> Me:
        """Checks the credential and returns its user, its workspace, the scopes it has right now, its rules, how many of its writes wait for approval, and what is left of its rate limits.

        Scope: any valid credential.
        """
        return cast(Any, self._client.request("GET", "/v1/me"))


class DealsCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        status: Union[Literal["open", "won", "dead", "all"], Unset] = UNSET,
        sort: Union[Literal["created", "-created", "updated", "-updated", "amount", "-amount", "quiet", "-quiet", "nextStep", "-nextStep", "expectedClose", "-expectedClose"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        label: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        amount_min: Union[int, Unset] = UNSET,
        amount_max: Union[int, Unset] = UNSET,
        quiet_days: Union[int, Unset] = UNSET,
        overdue: Union[bool, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        created_before: Union[str, Unset] = UNSET,
        updated_since: Union[str, Unset] = UNSET,
        closed_after: Union[str, Unset] = UNSET,
        closed_before: Union[str, Unset] = UNSET,
        next_step_after: Union[str, Unset] = UNSET,
        next_step_before: Union[str, Unset] = UNSET,
        expected_close_after: Union[str, Unset] = UNSET,
        expected_close_before: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        in_: Union[List[Literal["deals", "notes", "leads"]], Unset] = UNSET,
    ) -> DealList:
        """Lists deals, newest first unless sort is sent; only open ones unless status, stageId or a time of closing is sent.

        Scope: `deals:read`. Also `leads:read` to search in leads.

        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        :param board_id: Id of a board to filter by.
        :param stage_id: Id of a stage to filter by.
        :param status: open: neither won nor dead; all: every deal.
        :param sort: -amount: highest first, within each currency; -quiet: longest quiet first; nextStep: soonest due first; expectedClose: soonest first. None comes last.
        :param owner_id: Id of the owner, or me.
        :param label: Exact label.
        :param external_id: Exact id in another system.
        :param amount_min: In minor units of each deal's currency.
        :param amount_max: In minor units of each deal's currency.
        :param quiet_days: No change or note for this many days.
        :param overdue: true: only open deals whose next step is past due.
        :param created_after: From this day or RFC 3339 time on.
        :param created_before: Before this day or time.
        :param updated_since: Changed since this day or time.
        :param closed_after: Won or dead since this day or time.
        :param closed_before: Won or dead before this day or time.
        :param next_step_after: From this day or time on.
        :param next_step_before: Before this day or time.
        :param expected_close_after: From this day or time on.
        :param expected_close_before: Before this day or time.
        :param q: Text to find in name or company, ignoring case.
        :param search: Words that must all be in name, company or the contact's name or email: any order, ignoring accents.
        :param in_: The fields to search; default deals. notes: notes of a deal; leads: message and write-ups of its lead. A word may be in the deal instead.
        """
        return cast(Any, self._client.request("GET", "/v1/deals", fields={"limit": limit, "cursor": cursor, "boardId": board_id, "stageId": stage_id, "status": status, "sort": sort, "ownerId": owner_id, "label": label, "externalId": external_id, "amountMin": amount_min, "amountMax": amount_max, "quietDays": quiet_days, "overdue": overdue, "createdAfter": created_after, "createdBefore": created_before, "updatedSince": updated_since, "closedAfter": closed_after, "closedBefore": closed_before, "nextStepAfter": next_step_after, "nextStepBefore": next_step_before, "expectedCloseAfter": expected_close_after, "expectedCloseBefore": expected_close_before, "q": q, "search": search, "in": in_}))

    def each(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        status: Union[Literal["open", "won", "dead", "all"], Unset] = UNSET,
        sort: Union[Literal["created", "-created", "updated", "-updated", "amount", "-amount", "quiet", "-quiet", "nextStep", "-nextStep", "expectedClose", "-expectedClose"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        label: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        amount_min: Union[int, Unset] = UNSET,
        amount_max: Union[int, Unset] = UNSET,
        quiet_days: Union[int, Unset] = UNSET,
        overdue: Union[bool, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        created_before: Union[str, Unset] = UNSET,
        updated_since: Union[str, Unset] = UNSET,
        closed_after: Union[str, Unset] = UNSET,
        closed_before: Union[str, Unset] = UNSET,
        next_step_after: Union[str, Unset] = UNSET,
        next_step_before: Union[str, Unset] = UNSET,
        expected_close_after: Union[str, Unset] = UNSET,
        expected_close_before: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        in_: Union[List[Literal["deals", "notes", "leads"]], Unset] = UNSET,
    ) -> Iterator[ListedDeal]:
        """Every item of `list`, page after page."""
        return self._client.pages("/v1/deals", {"boardId": board_id, "stageId": stage_id, "status": status, "sort": sort, "ownerId": owner_id, "label": label, "externalId": external_id, "amountMin": amount_min, "amountMax": amount_max, "quietDays": quiet_days, "overdue": overdue, "createdAfter": created_after, "createdBefore": created_before, "updatedSince": updated_since, "closedAfter": closed_after, "closedBefore": closed_before, "nextStepAfter": next_step_after, "nextStepBefore": next_step_before, "expectedCloseAfter": expected_close_after, "expectedCloseBefore": expected_close_before, "q": q, "search": search, "in": in_})

    @overload
    def create(
        self,
        *,
        board_id: str,
        name: str,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    def create(
        self,
        *,
        board_id: str,
        name: str,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def create(
        self,
        *,
        board_id: str,
        name: str,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Creates a deal on a board; warns of possible duplicates. Fires deal.created.

        Scope: `deals:write`.

        :param board_id: Id of the board.
        :param name: Name of the deal.
        :param company: Customer; null if not known.
        :param amount_cents: Value of the deal; the board's default if left out. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000.
        :param amount: Instead of amountCents, as a decimal string: "12500.00" for $12,500.00, "500000" for ¥500,000.
        :param stage_id: Id of a stage of the board; its earliest if left out.
        :param owner_id: Id of the member who owns it; the caller if left out.
        :param labels: Tags to group deals by.
        :param primary_contact_name: Full name of the person to talk to.
        :param primary_contact_title: Their job title.
        :param primary_contact_email: Their email address.
        :param primary_contact_phone: Their phone number.
        :param primary_contact_linkedin: URL of their LinkedIn profile.
        :param key_terms: Terms agreed on; null if there are none.
        :param next_step: The next action; null if none is set.
        :param next_step_at: Due date of the next step: a day (until its end, UTC) or an RFC 3339 time.
        :param expected_close_at: A day (until its end, UTC) or an RFC 3339 time.
        :param forecast_category: null: as its stage says.
        :param lost_reason: Reason for the loss; null if not given. Reopening the deal empties it.
        :param external_id: Its id in another system, which no other deal here has.
        """
        return cast(Any, self._client.request("POST", "/v1/deals", fields={"boardId": board_id, "name": name, "company": company, "amountCents": amount_cents, "amount": amount, "stageId": stage_id, "ownerId": owner_id, "labels": labels, "primaryContactName": primary_contact_name, "primaryContactTitle": primary_contact_title, "primaryContactEmail": primary_contact_email, "primaryContactPhone": primary_contact_phone, "primaryContactLinkedin": primary_contact_linkedin, "keyTerms": key_terms, "nextStep": next_step, "nextStepAt": next_step_at, "expectedCloseAt": expected_close_at, "forecastCategory": forecast_category, "lostReason": lost_reason, "externalId": external_id}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    def get(
        self,
        id: str,
        *,
        include: Union[List[Literal["notes", "activity", "lead"]], Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> DealDetails:
        """Reads a deal with all its fields; include adds parts, ten items each, newest first.

        Scope: `deals:read`. Also `leads:read` to include the lead.

        :param id: Id of the deal.
        :param include: Adds parts.
        :param limit: 10 if left out.
        :param cursor: nextCursor of the part.
        """
        return cast(Any, self._client.request("GET", f"/v1/deals/{quoted(id)}", fields={"include": include, "limit": limit, "cursor": cursor}))

    @overload
    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Changes the sent fields of a deal; null (in a tool: clear) empties one. Fires no event. stageId here only corrects the stage, without dates; warns if stage and dates disagree.

        Scope: `deals:write`.

        :param id: Id of the deal.
        :param name: Name of the deal.
        :param company: Customer; null if not known.
        :param amount_cents: Value of the deal; null if not known. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000.
        :param amount: Instead of amountCents, as a decimal string: "12500.00" for $12,500.00, "500000" for ¥500,000.
        :param stage_id: Id of the stage.
        :param owner_id: Id of the member who owns the deal.
        :param labels: Tags to group deals by.
        :param primary_contact_name: Full name of the person to talk to.
        :param primary_contact_title: Their job title.
        :param primary_contact_email: Their email address.
        :param primary_contact_phone: Their phone number.
        :param primary_contact_linkedin: URL of their LinkedIn profile.
        :param key_terms: Terms agreed on; null if there are none.
        :param next_step: The next action; null if none is set.
        :param next_step_at: Due date of the next step: a day (until its end, UTC) or an RFC 3339 time.
        :param expected_close_at: A day (until its end, UTC) or an RFC 3339 time.
        :param forecast_category: null: as its stage says.
        :param lost_reason: Reason for the loss; null if not given. Reopening the deal empties it.
        :param external_id: Its id in another system, which no other deal here has.
        """
        return cast(Any, self._client.request("PATCH", f"/v1/deals/{quoted(id)}", fields={"name": name, "company": company, "amountCents": amount_cents, "amount": amount, "stageId": stage_id, "ownerId": owner_id, "labels": labels, "primaryContactName": primary_contact_name, "primaryContactTitle": primary_contact_title, "primaryContactEmail": primary_contact_email, "primaryContactPhone": primary_contact_phone, "primaryContactLinkedin": primary_contact_linkedin, "keyTerms": key_terms, "nextStep": next_step, "nextStepAt": next_step_at, "expectedCloseAt": expected_close_at, "forecastCategory": forecast_category, "lostReason": lost_reason, "externalId": external_id}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Deletes a deal. It disappears from all answers at once, and is purged with its notes after 30 days; until then it can be restored.

        Scope: `deals:write`.

        :param id: Id of the deal.
        """
        return cast(Any, self._client.request("DELETE", f"/v1/deals/{quoted(id)}", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def move(
        self,
        id: str,
        *,
        to_stage_id: str,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    def move(
        self,
        id: str,
        *,
        to_stage_id: str,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def move(
        self,
        id: str,
        *,
        to_stage_id: str,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Moves a deal to another stage of its board and sets its dates: commitmentAt (at the anchor stage, once), wonAt or deadAt (cleared when it leaves that stage). Fires deal.stage_changed, and deal.won if it is won. To its current stage, only adds the note and lostReason; warns if dates are missing, or a lost deal has no lostReason.

        Scope: `deals:write`.

        :param id: Id of the deal.
        :param to_stage_id: Id of the stage to move it to.
        :param lost_reason: Reason for the loss, if it moves to the dead stage.
        :param note: Note to add to it, such as the reason.
        """
        return cast(Any, self._client.request("POST", f"/v1/deals/{quoted(id)}/move", fields={"toStageId": to_stage_id, "lostReason": lost_reason, "note": note}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def restore(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    def restore(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def restore(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Brings a deal back that was deleted in the last 30 days, as it was: stage, dates, notes. Needs room for an open deal in the plan. A deal that is not deleted stays as it is. Fires no event.

        Scope: `deals:write`.

        :param id: Id of the deal.
        """
        return cast(Any, self._client.request("POST", f"/v1/deals/{quoted(id)}/restore", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    @overload
    def bulk_create(
        self,
        *,
        board_id: str,
        deals: List[DealsBulkCreateDealsItem],
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkCreated:
        ...

    @overload
    def bulk_create(
        self,
        *,
        board_id: str,
        deals: List[DealsBulkCreateDealsItem],
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def bulk_create(
        self,
        *,
        board_id: str,
        deals: List[DealsBulkCreateDealsItem],
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Creates up to 200 deals on a board, or none: an error names the deal to fix, such as deals[17].name. Warns of possible duplicates. Fires deal.created for each.

        Scope: `deals:write`.

        :param board_id: Id of the board.
        :param deals: The deals to create, at most 200.
        """
        return cast(Any, self._client.request("POST", "/v1/deals/bulk-create", fields={"boardId": board_id, "deals": deals}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    @overload
    def bulk_update(
        self,
        *,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        add_labels: Union[List[str], Unset] = UNSET,
        remove_labels: Union[List[str], Unset] = UNSET,
        amount_percent: Union[float, Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkResult:
        ...

    @overload
    def bulk_update(
        self,
        *,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        add_labels: Union[List[str], Unset] = UNSET,
        remove_labels: Union[List[str], Unset] = UNSET,
        amount_percent: Union[float, Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def bulk_update(
        self,
        *,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        add_labels: Union[List[str], Unset] = UNSET,
        remove_labels: Union[List[str], Unset] = UNSET,
        amount_percent: Union[float, Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Sets the owner, labels, amounts or forecast of up to 200 deals, or of none: the error's meta.refused says why. Fires no events. Returns counts.

        Scope: `deals:write`. Also `deals:read` with filter.

        :param ids: Ids of the deals, at most 200.
        :param filter: Instead of ids: filters of list_deals, as {"stageId":"Proposal","quietDays":30}.
        :param owner_id: Id of the member who owns the deal.
        :param add_labels: Labels to add to each.
        :param remove_labels: Labels to take from each.
        :param amount_percent: Percent to raise each amount by: 10, or -2.5 to lower it. Rounded half up; unknown amounts stay so.
        :param expected_close_at: A day (until its end, UTC) or an RFC 3339 time.
        :param forecast_category: null: as its stage says.
        :param lost_reason: Reason for the loss; null if not given. Reopening the deal empties it.
        """
        return cast(Any, self._client.request("POST", "/v1/deals/bulk-update", fields={"ids": ids, "filter": filter, "ownerId": owner_id, "addLabels": add_labels, "removeLabels": remove_labels, "amountPercent": amount_percent, "expectedCloseAt": expected_close_at, "forecastCategory": forecast_category, "lostReason": lost_reason}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    @overload
    def bulk_move(
        self,
        *,
        to_stage_id: str,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkResult:
        ...

    @overload
    def bulk_move(
        self,
        *,
        to_stage_id: str,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def bulk_move(
        self,
        *,
        to_stage_id: str,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Moves up to 200 deals of one board to a stage, or none: the error's meta.refused says why. Returns counts.

        Scope: `deals:write`. Also `deals:read` with filter.

        :param ids: Ids of the deals, at most 200.
        :param filter: Instead of ids: filters of list_deals, as {"stageId":"Proposal","quietDays":30}.
        :param to_stage_id: Id of the stage to move them to.
        :param lost_reason: Reason for the loss, if it moves to the dead stage.
        :param note: Note to add to it, such as the reason.
        """
        return cast(Any, self._client.request("POST", "/v1/deals/bulk-move", fields={"ids": ids, "filter": filter, "toStageId": to_stage_id, "lostReason": lost_reason, "note": note}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    @overload
    def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Merges a deal into another, which is kept: fills its empty fields, joins labels, copies up to 200 notes. Deletes the merged one; undo brings it back.

        Scope: `deals:write`.

        :param id: Id of the deal.
        :param into_id: Id of the deal that is kept.
        """
        return cast(Any, self._client.request("POST", f"/v1/deals/{quoted(id)}/merge", fields={"intoId": into_id}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))


class NotesCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> NoteList:
        """Lists the manual notes of a deal, newest first. For everything that happened, read its activity.

        Scope: `deals:read`.

        :param id: Id of the deal.
        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        """
        return cast(Any, self._client.request("GET", f"/v1/deals/{quoted(id)}/notes", fields={"limit": limit, "cursor": cursor}))

    def each(
        self,
        id: str,
    ) -> Iterator[Note]:
        """Every item of `list`, page after page."""
        return self._client.pages(f"/v1/deals/{quoted(id)}/notes", {})

    @overload
    def create(
        self,
        id: str,
        *,
        content_text: str,
        activity_kind: Union[Literal["note", "call", "email", "meeting"], Unset] = UNSET,
        happened_at: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Note:
        ...

    @overload
    def create(
        self,
        id: str,
        *,
        content_text: str,
        activity_kind: Union[Literal["note", "call", "email", "meeting"], Unset] = UNSET,
        happened_at: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def create(
        self,
        id: str,
        *,
        content_text: str,
        activity_kind: Union[Literal["note", "call", "email", "meeting"], Unset] = UNSET,
        happened_at: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Adds a note to a deal.

        Scope: `deals:write`.

        :param id: Id of the deal.
        :param content_text: Plain text of the note.
        :param activity_kind: Kind of event that the note describes.
        :param happened_at: Time of the event, a day or RFC 3339 time; now if left out. At most a day ahead.
        """
        return cast(Any, self._client.request("POST", f"/v1/deals/{quoted(id)}/notes", fields={"contentText": content_text, "activityKind": activity_kind, "happenedAt": happened_at}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    def activity(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> NoteList:
        """Lists everything that happened to a deal, newest first: notes and system events.

        Scope: `deals:read`.

        :param id: Id of the deal.
        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        """
        return cast(Any, self._client.request("GET", f"/v1/deals/{quoted(id)}/activity", fields={"limit": limit, "cursor": cursor}))

    def each_activity(
        self,
        id: str,
    ) -> Iterator[Note]:
        """Every item of `activity`, page after page."""
        return self._client.pages(f"/v1/deals/{quoted(id)}/activity", {})

    def get(
        self,
        id: str,
    ) -> Note:
        """Returns one manual note. System events are not notes (404).

        Scope: `deals:read`.

        :param id: Id of the note.
        """
        return cast(Any, self._client.request("GET", f"/v1/notes/{quoted(id)}"))

    @overload
    def update(
        self,
        id: str,
        *,
        content_text: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Note:
        ...

    @overload
    def update(
        self,
        id: str,
        *,
        content_text: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def update(
        self,
        id: str,
        *,
        content_text: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Replaces the text of a note. Only its author and admins may. System events are not notes (404).

        Scope: `deals:write`.

        :param id: Id of the note.
        :param content_text: Plain text of the note.
        """
        return cast(Any, self._client.request("PATCH", f"/v1/notes/{quoted(id)}", fields={"contentText": content_text}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Deletes a note for good. Only its author and admins may. System events are not notes (404).

        Scope: `deals:write`.

        :param id: Id of the note.
        """
        return cast(Any, self._client.request("DELETE", f"/v1/notes/{quoted(id)}", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))


class LeadsCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
        triage_status: Union[str, Unset] = UNSET,
        view: Union[Literal["active", "suspect"], Unset] = UNSET,
        sort: Union[Literal["newest", "score"], Unset] = UNSET,
        score_min: Union[float, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        in_: Union[List[Literal["leads"]], Unset] = UNSET,
    ) -> LeadList:
        """Lists leads, newest first or by score; messages tells how each row's message begins.

        Scope: `leads:read`.

        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        :param board_id: Id of a board to filter by.
        :param triage_status: One of new, contacted, promoted, junk, bad_fit, stale; another value gives an empty list.
        :param view: active: those that are new or contacted. suspect: those that look like a bot's, which no other list, search or match holds.
        :param sort: score: highest first, unscored last, then newest.
        :param score_min: Least score.
        :param created_after: From this day or RFC 3339 time on.
        :param external_id: Exact id in another system.
        :param q: Text to find in company, website, email or name, ignoring case.
        :param search: Words that must all be in company, website, email, name, message or write-ups: any order, ignoring accents.
        :param in_: The fields to search: leads.
        """
        return cast(Any, self._client.request("GET", "/v1/leads", fields={"limit": limit, "cursor": cursor, "boardId": board_id, "triageStatus": triage_status, "view": view, "sort": sort, "scoreMin": score_min, "createdAfter": created_after, "externalId": external_id, "q": q, "search": search, "in": in_}))

    def each(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        triage_status: Union[str, Unset] = UNSET,
        view: Union[Literal["active", "suspect"], Unset] = UNSET,
        sort: Union[Literal["newest", "score"], Unset] = UNSET,
        score_min: Union[float, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        in_: Union[List[Literal["leads"]], Unset] = UNSET,
    ) -> Iterator[ListedLead]:
        """Every item of `list`, page after page."""
        return self._client.pages("/v1/leads", {"boardId": board_id, "triageStatus": triage_status, "view": view, "sort": sort, "scoreMin": score_min, "createdAfter": created_after, "externalId": external_id, "q": q, "search": search, "in": in_})

    @overload
    def create(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        first_name: Union[str, Unset] = UNSET,
        last_name: Union[str, Unset] = UNSET,
        work_email: Union[str, Unset] = UNSET,
        phone: Union[str, Unset] = UNSET,
        company_name: Union[str, Unset] = UNSET,
        company_website: Union[str, Unset] = UNSET,
        message: Union[str, Unset] = UNSET,
        how_heard: Union[str, Unset] = UNSET,
        consent: Union[Union[bool, str], Unset] = UNSET,
        source: Union[Literal["form", "email", "import"], Unset] = UNSET,
        source_url: Union[str, Unset] = UNSET,
        page_title: Union[str, Unset] = UNSET,
        referrer: Union[str, Unset] = UNSET,
        utm_source: Union[str, Unset] = UNSET,
        utm_medium: Union[str, Unset] = UNSET,
        utm_campaign: Union[str, Unset] = UNSET,
        utm_term: Union[str, Unset] = UNSET,
        utm_content: Union[str, Unset] = UNSET,
        gclid: Union[str, Unset] = UNSET,
        fbclid: Union[str, Unset] = UNSET,
        msclkid: Union[str, Unset] = UNSET,
        consent_text: Union[str, Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Lead:
        ...

    @overload
    def create(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        first_name: Union[str, Unset] = UNSET,
        last_name: Union[str, Unset] = UNSET,
        work_email: Union[str, Unset] = UNSET,
        phone: Union[str, Unset] = UNSET,
        company_name: Union[str, Unset] = UNSET,
        company_website: Union[str, Unset] = UNSET,
        message: Union[str, Unset] = UNSET,
        how_heard: Union[str, Unset] = UNSET,
        consent: Union[Union[bool, str], Unset] = UNSET,
        source: Union[Literal["form", "email", "import"], Unset] = UNSET,
        source_url: Union[str, Unset] = UNSET,
        page_title: Union[str, Unset] = UNSET,
        referrer: Union[str, Unset] = UNSET,
        utm_source: Union[str, Unset] = UNSET,
        utm_medium: Union[str, Unset] = UNSET,
        utm_campaign: Union[str, Unset] = UNSET,
        utm_term: Union[str, Unset] = UNSET,
        utm_content: Union[str, Unset] = UNSET,
        gclid: Union[str, Unset] = UNSET,
        fbclid: Union[str, Unset] = UNSET,
        msclkid: Union[str, Unset] = UNSET,
        consent_text: Union[str, Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def create(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        first_name: Union[str, Unset] = UNSET,
        last_name: Union[str, Unset] = UNSET,
        work_email: Union[str, Unset] = UNSET,
        phone: Union[str, Unset] = UNSET,
        company_name: Union[str, Unset] = UNSET,
        company_website: Union[str, Unset] = UNSET,
        message: Union[str, Unset] = UNSET,
        how_heard: Union[str, Unset] = UNSET,
        consent: Union[Union[bool, str], Unset] = UNSET,
        source: Union[Literal["form", "email", "import"], Unset] = UNSET,
        source_url: Union[str, Unset] = UNSET,
        page_title: Union[str, Unset] = UNSET,
        referrer: Union[str, Unset] = UNSET,
        utm_source: Union[str, Unset] = UNSET,
        utm_medium: Union[str, Unset] = UNSET,
        utm_campaign: Union[str, Unset] = UNSET,
        utm_term: Union[str, Unset] = UNSET,
        utm_content: Union[str, Unset] = UNSET,
        gclid: Union[str, Unset] = UNSET,
        fbclid: Union[str, Unset] = UNSET,
        msclkid: Union[str, Unset] = UNSET,
        consent_text: Union[str, Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Puts a new lead into the inbox of a board and returns it. At least one of workEmail, firstName, lastName, companyName and message is needed. Warns of possible duplicates. Fires lead.created.

        Scope: `leads:write`.

        :param board_id: Id of the board; the first if left out.
        :param first_name: Given name.
        :param last_name: Family name.
        :param work_email: Email address to answer to.
        :param phone: Phone number.
        :param company_name: Company they work for.
        :param company_website: That company's website, as written.
        :param message: The message that was sent.
        :param how_heard: Source that the person named.
        :param consent: Consent to be contacted; null if not asked.
        :param source: Channel of the lead; form if left out.
        :param source_url: URL of the page it was sent from.
        :param page_title: Title of that page.
        :param referrer: URL that led to that page.
        :param utm_source: Campaign tag utm_source.
        :param utm_medium: Campaign tag utm_medium.
        :param utm_campaign: Campaign tag utm_campaign.
        :param utm_term: Campaign tag utm_term.
        :param utm_content: Campaign tag utm_content.
        :param gclid: Google Ads click id.
        :param fbclid: Meta click id.
        :param msclkid: Microsoft Ads click id.
        :param consent_text: The words they agreed to.
        :param external_id: Its id in another system, which no other lead here has.
        """
        return cast(Any, self._client.request("POST", "/v1/leads", fields={"boardId": board_id, "firstName": first_name, "lastName": last_name, "workEmail": work_email, "phone": phone, "companyName": company_name, "companyWebsite": company_website, "message": message, "howHeard": how_heard, "consent": consent, "source": source, "sourceUrl": source_url, "pageTitle": page_title, "referrer": referrer, "utmSource": utm_source, "utmMedium": utm_medium, "utmCampaign": utm_campaign, "utmTerm": utm_term, "utmContent": utm_content, "gclid": gclid, "fbclid": fbclid, "msclkid": msclkid, "consentText": consent_text, "externalId": external_id}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    def get(
        self,
        id: str,
        *,
        include: Union[List[Literal["activity", "deal", "enrichment"]], Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> LeadDetails:
        """Reads a lead: what was submitted, its origin, its enrichment; include adds parts.

        Scope: `leads:read`. Also `deals:read` to include the deal.

        :param id: Id of the lead.
        :param include: Adds parts.
        :param limit: 10 if left out.
        :param cursor: nextCursor of the part.
        """
        return cast(Any, self._client.request("GET", f"/v1/leads/{quoted(id)}", fields={"include": include, "limit": limit, "cursor": cursor}))

    @overload
    def update(
        self,
        id: str,
        *,
        triage_status: Union[Literal["new", "contacted", "junk", "bad_fit", "stale"], Unset] = UNSET,
        enrichment: Union[EnrichmentPatch, Unset] = UNSET,
        screenshot_optional: Union[bool, Unset] = UNSET,
        remove: Union[List[str], Unset] = UNSET,
        suspect: Union[Literal[False], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        enrichment_claim: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Lead:
        ...

    @overload
    def update(
        self,
        id: str,
        *,
        triage_status: Union[Literal["new", "contacted", "junk", "bad_fit", "stale"], Unset] = UNSET,
        enrichment: Union[EnrichmentPatch, Unset] = UNSET,
        screenshot_optional: Union[bool, Unset] = UNSET,
        remove: Union[List[str], Unset] = UNSET,
        suspect: Union[Literal[False], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        enrichment_claim: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def update(
        self,
        id: str,
        *,
        triage_status: Union[Literal["new", "contacted", "junk", "bad_fit", "stale"], Unset] = UNSET,
        enrichment: Union[EnrichmentPatch, Unset] = UNSET,
        screenshot_optional: Union[bool, Unset] = UNSET,
        remove: Union[List[str], Unset] = UNSET,
        suspect: Union[Literal[False], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        enrichment_claim: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Triages a lead, writes its enrichment, or both. Each enrichment key sent replaces that key, others stay, null removes a common key; your own keys are stored as sent, and remove names those to remove. Each write is appended to the history. Image urls are fetched and stored here. suspect false clears a lead that looked like a bot's, as triage does. An empty body returns the lead unchanged.

        Scope: `leads:write`.

        :param id: Id of the lead.
        :param triage_status: Status to set; only undo leaves junk and bad_fit.
        :param enrichment: Keys to write: these, and any of your own.
        :param screenshot_optional: true: a screenshot or attachment that can't be fetched is left out with a warning, and the rest is written.
        :param remove: Keys to remove from the enrichment, your own too.
        :param suspect: false: this suspect lead is no bot's. It joins the others, and lead.created fires.
        :param external_id: Its id in another system, which no other lead here has.
        :param enrichment_claim: true: status in_progress is refused (409 enrichment_claimed) if another credential set it within the last 10 minutes.
        """
        return cast(Any, self._client.request("PATCH", f"/v1/leads/{quoted(id)}", fields={"triageStatus": triage_status, "enrichment": enrichment, "screenshotOptional": screenshot_optional, "remove": remove, "suspect": suspect, "externalId": external_id}, headers={"Enrichment-Claim": enrichment_claim}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Deletes a lead with its enrichment and history, at once. An undo brings it back for 30 days, unless its history is over 1 MiB. A deal that it became stays.

        Scope: `leads:write`.

        :param id: Id of the lead.
        """
        return cast(Any, self._client.request("DELETE", f"/v1/leads/{quoted(id)}", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    def history(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> EnrichmentHistory:
        """Lists every write to a lead's enrichment, newest first: when, by whom, and the keys as stored.

        Scope: `leads:read`.

        :param id: Id of the lead.
        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        """
        return cast(Any, self._client.request("GET", f"/v1/leads/{quoted(id)}/history", fields={"limit": limit, "cursor": cursor}))

    def each_history(
        self,
        id: str,
    ) -> Iterator[EnrichmentHistoryEntry]:
        """Every item of `history`, page after page."""
        return self._client.pages(f"/v1/leads/{quoted(id)}/history", {})

    @overload
    def create_upload(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> ImageUpload:
        ...

    @overload
    def create_upload(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def create_upload(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Makes a one-time uploadUrl for an image (PNG, JPEG, WebP or GIF, 10 MB) that is not on the public web. PUT its bytes there within 10 minutes (curl -T shot.png URL); the url in that answer goes into screenshot or attachments.

        Scope: `leads:write`.
        """
        return cast(Any, self._client.request("POST", "/v1/image-uploads", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    @overload
    def bulk_create(
        self,
        *,
        leads: List[LeadsBulkCreateLeadsItem],
        board_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkCreated:
        ...

    @overload
    def bulk_create(
        self,
        *,
        leads: List[LeadsBulkCreateLeadsItem],
        board_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def bulk_create(
        self,
        *,
        leads: List[LeadsBulkCreateLeadsItem],
        board_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Puts up to 200 new leads into the inbox of a board, or none: an error names the lead to fix, such as leads[17].workEmail. Warns of possible duplicates. Fires lead.created for each.

        Scope: `leads:write`.

        :param board_id: Id of the board; the first if left out.
        :param leads: The leads to create, at most 200.
        """
        return cast(Any, self._client.request("POST", "/v1/leads/bulk-create", fields={"boardId": board_id, "leads": leads}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    @overload
    def bulk_triage(
        self,
        *,
        triage_status: Literal["new", "contacted", "junk", "bad_fit", "stale"],
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[LeadsBulkTriageFilter, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkResult:
        ...

    @overload
    def bulk_triage(
        self,
        *,
        triage_status: Literal["new", "contacted", "junk", "bad_fit", "stale"],
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[LeadsBulkTriageFilter, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def bulk_triage(
        self,
        *,
        triage_status: Literal["new", "contacted", "junk", "bad_fit", "stale"],
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[LeadsBulkTriageFilter, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Sets the triage status of up to 200 leads, or of none: the error's meta.refused says why. Returns counts.

        Scope: `leads:write`. Also `leads:read` with filter.

        :param ids: Ids of the leads, at most 200.
        :param filter: Instead of ids: filters of list_leads, as {"triageStatus":"new","search":"casino"}.
        :param triage_status: Status to set; only undo leaves junk and bad_fit.
        """
        return cast(Any, self._client.request("POST", "/v1/leads/bulk-triage", fields={"ids": ids, "filter": filter, "triageStatus": triage_status}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    @overload
    def promote(
        self,
        id: str,
        *,
        deal_name: Union[str, Unset] = UNSET,
        owner_user_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Promotion:
        ...

    @overload
    def promote(
        self,
        id: str,
        *,
        deal_name: Union[str, Unset] = UNSET,
        owner_user_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def promote(
        self,
        id: str,
        *,
        deal_name: Union[str, Unset] = UNSET,
        owner_user_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Makes a lead a deal on its board, with its contact. If it was promoted before, returns that deal, or makes a new one if that was deleted. Off by default (403 promote_disabled). Fires deal.created.

        Scope: `leads:write`.

        :param id: Id of the lead.
        :param deal_name: Left out: the company, else the person's name, else their address.
        :param owner_user_id: Id of the deal's owner. Left out: the contact page's default owner, else the caller.
        """
        return cast(Any, self._client.request("POST", f"/v1/leads/{quoted(id)}/promote", fields={"dealName": deal_name, "ownerUserId": owner_user_id}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Lead:
        ...

    @overload
    def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Merges a lead into another, which is kept: fills its empty details and enrichment, joins the messages. Deletes the merged one; undo brings it back.

        Scope: `leads:write`.

        :param id: Id of the lead.
        :param into_id: Id of the lead that is kept.
        """
        return cast(Any, self._client.request("POST", f"/v1/leads/{quoted(id)}/merge", fields={"intoId": into_id}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))


class ImportsCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    @overload
    def deals(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Imported:
        ...

    @overload
    def deals(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def deals(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Imports deals, up to 200 rows: each makes a new one, or changes that with its externalId, and says what it did; a wrong row fails alone. A changed stage is a move, with its dates.

        Scope: `deals:write`.

        :param rows: Objects with externalId, the fields of a new deal, and: board, stage (names), status (open, won, lost), owner (email or name), currency (must be the board's), createdAt, closedAt, line. Fields left out stay as they are.
        :param board_id: Id of the board for new records whose row names none; the first if left out.
        :param announce: true: webhooks are sent as for single writes. Left out: none are.
        """
        return cast(Any, self._client.request("POST", "/v1/imports/deals", fields={"rows": rows, "boardId": board_id, "announce": announce}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    @overload
    def leads(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Imported:
        ...

    @overload
    def leads(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def leads(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Imports leads, up to 200 rows: each makes a new one, or changes that with its externalId, and says what it did; a wrong row fails alone.

        Scope: `leads:write`.

        :param rows: Objects with externalId, the fields of a new lead, and: board (name), createdAt, line. Empty fields and those left out stay as they are.
        :param board_id: Id of the board for new records whose row names none; the first if left out.
        :param announce: true: webhooks are sent as for single writes. Left out: none are.
        """
        return cast(Any, self._client.request("POST", "/v1/imports/leads", fields={"rows": rows, "boardId": board_id, "announce": announce}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))


class BoardsCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> BoardList:
        """Lists the boards of the workspace, newest first.

        Scope: `deals:read`.

        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        """
        return cast(Any, self._client.request("GET", "/v1/boards", fields={"limit": limit, "cursor": cursor}))

    def each(
        self,
    ) -> Iterator[Board]:
        """Every item of `list`, page after page."""
        return self._client.pages("/v1/boards", {})

    @overload
    def create(
        self,
        *,
        name: str,
        currency: Union[Currency, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Board:
        ...

    @overload
    def create(
        self,
        *,
        name: str,
        currency: Union[Currency, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def create(
        self,
        *,
        name: str,
        currency: Union[Currency, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Creates a board with the default stages, in the caller's team. Admins only.

        Scope: `deals:write`, role admin.

        :param name: Name of the board.
        :param currency: ISO 4217 code of the currency of new deals, and of every sum of the board.
        """
        return cast(Any, self._client.request("POST", "/v1/boards", fields={"name": name, "currency": currency}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    def get(
        self,
        id: str,
    ) -> Board:
        """Reads one board.

        Scope: `deals:read`.

        :param id: Id of the board.
        """
        return cast(Any, self._client.request("GET", f"/v1/boards/{quoted(id)}"))

    @overload
    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        currency: Union[Currency, Unset] = UNSET,
        default_deal_amount_cents: Union[int, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Board:
        ...

    @overload
    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        currency: Union[Currency, Unset] = UNSET,
        default_deal_amount_cents: Union[int, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        currency: Union[Currency, Unset] = UNSET,
        default_deal_amount_cents: Union[int, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Changes the name, the currency or the default amount of a board; only sent fields change. Deals keep the currency they were created with; no amount is converted, and the answer warns about that. Admins only.

        Scope: `deals:write`, role admin.

        :param id: Id of the board.
        :param name: Name of the board.
        :param currency: ISO 4217 code of the currency of new deals, and of every sum of the board.
        :param default_deal_amount_cents: Value of a deal that is created without an amount; 0 for none. Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000.
        """
        return cast(Any, self._client.request("PATCH", f"/v1/boards/{quoted(id)}", fields={"name": name, "currency": currency, "defaultDealAmountCents": default_deal_amount_cents}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    def stages(
        self,
        id: str,
    ) -> List[BoardStage]:
        """Lists the stages of a board in pipeline order (early, anchor, late, won, dead) as a bare array. Use their ids as stageId and toStageId.

        Scope: `deals:read`.

        :param id: Id of the board.
        """
        return cast(Any, self._client.request("GET", f"/v1/boards/{quoted(id)}/stages"))

    @overload
    def replace_stages(
        self,
        id: str,
        *,
        stages: List[StageEdit],
        move_deals_to: Union[Dict[str, str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> List[BoardStage]:
        ...

    @overload
    def replace_stages(
        self,
        id: str,
        *,
        stages: List[StageEdit],
        move_deals_to: Union[Dict[str, str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def replace_stages(
        self,
        id: str,
        *,
        stages: List[StageEdit],
        move_deals_to: Union[Dict[str, str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Replaces the editable stages of a board: 1 to 6 early, exactly 1 anchor, 1 to 6 late. A stage sent with its id is kept, one sent without an id is new, one left out is removed; for a removed stage that holds deals, moveDealsTo says where they go. Won and dead can only be renamed. Admins only.

        Scope: `deals:write`, role admin.

        :param id: Id of the board.
        :param stages: The stages there will be, in pipeline order.
        :param move_deals_to: For each dropped stage that holds deals, by its id: id of the stage they go to.
        """
        return cast(Any, self._client.request("PUT", f"/v1/boards/{quoted(id)}/stages", fields={"stages": stages, "moveDealsTo": move_deals_to}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    def goals(
        self,
        id: str,
    ) -> Goals:
        """Reads a board's monthly goals, and its others: for a quarter, and of owners.

        Scope: `deals:read`.

        :param id: Id of the board.
        """
        return cast(Any, self._client.request("GET", f"/v1/boards/{quoted(id)}/goals"))

    @overload
    def set_goals(
        self,
        id: str,
        *,
        proposals: Union[int, None],
        deals_won: Union[int, None],
        deal_value: Union[int, None],
        period: Union[Literal["month", "quarter"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Goals:
        ...

    @overload
    def set_goals(
        self,
        id: str,
        *,
        proposals: Union[int, None],
        deals_won: Union[int, None],
        deal_value: Union[int, None],
        period: Union[Literal["month", "quarter"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def set_goals(
        self,
        id: str,
        *,
        proposals: Union[int, None],
        deals_won: Union[int, None],
        deal_value: Union[int, None],
        period: Union[Literal["month", "quarter"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Sets the goals of a period, of the board or of an owner, and returns all of the board. Reports use the monthly ones, forecasts all. Admins only.

        Scope: `deals:write`, role admin.

        :param id: Id of the board.
        :param period: The length of the goals' period.
        :param owner_id: Id of the owner whose goals they are; default the board's.
        :param proposals: Deals that are to reach the anchor stage in the period; null for no goal.
        :param deals_won: Deals to win in the period; null for no goal.
        :param deal_value: Target for the sum of deals won in the period, in minor units of the board's currency (cents for USD, whole yen for JPY); null for no goal.
        """
        return cast(Any, self._client.request("PUT", f"/v1/boards/{quoted(id)}/goals", fields={"period": period, "ownerId": owner_id, "proposals": proposals, "deals_won": deals_won, "deal_value": deal_value}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    def lanes(
        self,
        id: str,
        *,
        q: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        label: Union[str, Unset] = UNSET,
        amount_min: Union[int, Unset] = UNSET,
        amount_max: Union[int, Unset] = UNSET,
        overdue: Union[bool, Unset] = UNSET,
        stale_days: Union[int, Unset] = UNSET,
        sort: Union[Literal["latest", "oldest", "amount", "name", "nextStep"], Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
    ) -> Lanes:
        """Shows a board: every stage in pipeline order with the count of its deals, the sum of those in the board's currency (others are in other_currencies), and its first deals in the order of sort. With filters it shows the deals that match all of them, and what they come to in matching. For all deals of a stage, list deals with its stageId.

        Scope: `deals:read` and `pipeline:read`.

        :param id: Id of the board.
        :param q: Text to find in name or company, ignoring case.
        :param owner_id: Id of the owner, or me.
        :param label: Exact label.
        :param amount_min: In minor units of each deal's currency.
        :param amount_max: In minor units of each deal's currency.
        :param overdue: true: only open deals whose next step is past due.
        :param stale_days: In their stage for at least this many days.
        :param sort: latest: those that entered the stage last; oldest: first; amount: highest first; nextStep: soonest due first.
        :param stage_id: Id of the only stage to show.
        :param limit: Deals of each stage at most: up to 50, or up to 500 with stageId.
        """
        return cast(Any, self._client.request("GET", f"/v1/boards/{quoted(id)}/lanes", fields={"q": q, "ownerId": owner_id, "label": label, "amountMin": amount_min, "amountMax": amount_max, "overdue": overdue, "staleDays": stale_days, "sort": sort, "stageId": stage_id, "limit": limit}))


class ReportsCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def weighted_pipeline(
        self,
        *,
        board_id: str,
    ) -> WeightedPipeline:
        """Reports the open deals of a board: how many, their sum, and their sum weighted by probability, in all and by stage. Sums are in minor units of the board's currency; those in others are in other_currencies.

        Scope: `pipeline:read`.

        :param board_id: Id of the board.
        """
        return cast(Any, self._client.request("GET", "/v1/reports/weighted-pipeline", fields={"board_id": board_id}))

    def this_month(
        self,
        *,
        board_id: str,
    ) -> ThisMonth:
        """Reports a board's calendar month in the workspace's time zone: proposals (deals that reached the anchor stage), deals won (in a won stage, with wonAt in the month) and their value, each against its goal, and how many deals are in each open stage. Sums are in minor units of the board's currency; those in others are in other_currencies.

        Scope: `pipeline:read`.

        :param board_id: Id of the board.
        """
        return cast(Any, self._client.request("GET", "/v1/reports/this-month", fields={"board_id": board_id}))

    def summary(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
    ) -> PipelineSummary:
        """Sums up the pipeline: for each board every stage with its id, deals, amounts, oldest deal and deals stalled for 30 days, and the deals won and lost this month. Sums are in minor units of the board's currency; those in others are in other_currencies. Without board_id, for every board.

        Scope: `pipeline:read`.

        :param board_id: Id; default all.
        """
        return cast(Any, self._client.request("GET", "/v1/reports/summary", fields={"board_id": board_id}))

    def deal_progress(
        self,
        *,
        board_id: str,
    ) -> DealProgress:
        """Reports how many deals of a board were created, won and lost in each of the last 12 weeks, and the sums of their amounts. Sums are in minor units of the board's currency; those in others are in other_currencies.

        Scope: `pipeline:read`.

        :param board_id: Id of the board.
        """
        return cast(Any, self._client.request("GET", "/v1/reports/deal-progress", fields={"board_id": board_id}))

    def period(
        self,
        *,
        board_id: str,
        from_: Union[str, Unset] = UNSET,
        to: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
    ) -> PeriodReport:
        """Reports how many deals of a board were proposed, won and lost in some months of the workspace's time zone, and the sums of their amounts: in all, by month and by owner. Sums are in minor units of the board's currency; those in others are in other_currencies.

        Scope: `pipeline:read`.

        :param board_id: Id of the board.
        :param from_: First month, as YYYY-MM; default this month.
        :param to: Last month; default the first. At most 24 months.
        :param owner_id: Id of the owner; default all.
        """
        return cast(Any, self._client.request("GET", "/v1/reports/period", fields={"board_id": board_id, "from": from_, "to": to, "owner_id": owner_id}))

    def funnel(
        self,
        *,
        board_id: str,
        from_: Union[str, Unset] = UNSET,
        to: Union[str, Unset] = UNSET,
    ) -> Funnel:
        """Reports how deals of a board went from stage to stage in some months of the workspace's time zone: of each stage how often it was entered, how many of those that left it moved on, and how long they had been in it. Stages that a move skips are not entered.

        Scope: `pipeline:read`.

        :param board_id: Id of the board.
        :param from_: First month, as YYYY-MM; default this month.
        :param to: Last month; default the first. At most 24 months.
        """
        return cast(Any, self._client.request("GET", "/v1/reports/funnel", fields={"board_id": board_id, "from": from_, "to": to}))

    def query(
        self,
        *,
        measure: Literal["count", "sum", "average", "win_rate", "days_in_stage", "days_to_close", "conversion"],
        group_by: Union[List[ReportsQueryItem], Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        status: Union[Literal["open", "won", "dead", "all"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        label: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        amount_min: Union[int, Unset] = UNSET,
        amount_max: Union[int, Unset] = UNSET,
        quiet_days: Union[int, Unset] = UNSET,
        overdue: Union[bool, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        created_before: Union[str, Unset] = UNSET,
        updated_since: Union[str, Unset] = UNSET,
        closed_after: Union[str, Unset] = UNSET,
        closed_before: Union[str, Unset] = UNSET,
        next_step_after: Union[str, Unset] = UNSET,
        next_step_before: Union[str, Unset] = UNSET,
        expected_close_after: Union[str, Unset] = UNSET,
        expected_close_before: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        entered_after: Union[str, Unset] = UNSET,
        entered_before: Union[str, Unset] = UNSET,
    ) -> PipelineQuery:
        """Counts or measures deals in at most 100 groups. Amounts are grouped by currency, too. Months are of closing for closed deals, of entering the stage for days_in_stage and conversion, else of creation.

        Scope: `pipeline:read`.

        :param measure: win_rate: share won of the deals closed; conversion: share of the deals that entered a stage and then a later one.
        :param group_by: One or two; one total if left out.
        :param board_id: Id of a board to filter by.
        :param stage_id: Id of a stage to filter by.
        :param status: Default: open, or any with stageId or a time of closing; won for days_to_close; all for conversion; win_rate takes none.
        :param owner_id: Id of the owner, or me.
        :param label: Exact label.
        :param external_id: Exact id in another system.
        :param amount_min: In minor units of each deal's currency.
        :param amount_max: In minor units of each deal's currency.
        :param quiet_days: No change or note for this many days.
        :param overdue: true: only open deals whose next step is past due.
        :param created_after: From this day or RFC 3339 time on.
        :param created_before: Before this day or time.
        :param updated_since: Changed since this day or time.
        :param closed_after: Won or dead since this day or time.
        :param closed_before: Won or dead before this day or time.
        :param next_step_after: From this day or time on.
        :param next_step_before: Before this day or time.
        :param expected_close_after: From this day or time on.
        :param expected_close_before: Before this day or time.
        :param q: Text to find in name or company, ignoring case.
        :param search: Words that must all be in name, company or the contact's name or email: any order, ignoring accents.
        :param entered_after: Entered the stage since this day or time.
        :param entered_before: Entered the stage before this day or time.
        """
        return cast(Any, self._client.request("GET", "/v1/reports/query", fields={"measure": measure, "groupBy": group_by, "boardId": board_id, "stageId": stage_id, "status": status, "ownerId": owner_id, "label": label, "externalId": external_id, "amountMin": amount_min, "amountMax": amount_max, "quietDays": quiet_days, "overdue": overdue, "createdAfter": created_after, "createdBefore": created_before, "updatedSince": updated_since, "closedAfter": closed_after, "closedBefore": closed_before, "nextStepAfter": next_step_after, "nextStepBefore": next_step_before, "expectedCloseAfter": expected_close_after, "expectedCloseBefore": expected_close_before, "q": q, "search": search, "enteredAfter": entered_after, "enteredBefore": entered_before}))

    def forecast(
        self,
        *,
        by: Union[Literal["month", "quarter"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
    ) -> Forecast:
        """Sums open deals by the period of their expected close, in the workspace's time zone: at most 12 periods.

        Scope: `pipeline:read`.

        :param by: The length of a period.
        :param owner_id: Id of the owner, or me; default all.
        :param board_id: Id; default all.
        """
        return cast(Any, self._client.request("GET", "/v1/reports/forecast", fields={"by": by, "ownerId": owner_id, "boardId": board_id}))


class TemplatesCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
    ) -> TemplateList:
        """Lists the email templates of the workspace, most used first. Bodies may contain the merge tokens {{first_name}}, {{company}}, {{sender_first_name}}, which the sender's client fills, or GET /v1/templates/{id}/render.

        Scope: `deals:read`.

        :param limit: Items at most; all if left out.
        """
        return cast(Any, self._client.request("GET", "/v1/templates", fields={"limit": limit}))

    @overload
    def create(
        self,
        *,
        name: str,
        subject: str,
        body: str,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Template:
        ...

    @overload
    def create(
        self,
        *,
        name: str,
        subject: str,
        body: str,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def create(
        self,
        *,
        name: str,
        subject: str,
        body: str,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Creates an email template. Subject and body may contain the merge tokens {{first_name}}, {{company}}, {{sender_first_name}}.

        Scope: `deals:write`.

        :param name: Name of the template.
        :param subject: Subject of the email; may hold merge tokens.
        :param body: Text of the email; may hold merge tokens.
        :param icon: An emoji, or the name of an icon.
        :param color: A CSS colour to show it in.
        """
        return cast(Any, self._client.request("POST", "/v1/templates", fields={"name": name, "subject": subject, "body": body, "icon": icon, "color": color}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    def get(
        self,
        id: str,
    ) -> Template:
        """Returns one email template.

        Scope: `deals:read`.

        :param id: Id of the email template.
        """
        return cast(Any, self._client.request("GET", f"/v1/templates/{quoted(id)}"))

    @overload
    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        subject: Union[str, Unset] = UNSET,
        body: Union[str, Unset] = UNSET,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Template:
        ...

    @overload
    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        subject: Union[str, Unset] = UNSET,
        body: Union[str, Unset] = UNSET,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        subject: Union[str, Unset] = UNSET,
        body: Union[str, Unset] = UNSET,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Changes fields of an email template; only sent fields change.

        Scope: `deals:write`.

        :param id: Id of the email template.
        :param name: Name of the template.
        :param subject: Subject of the email; may hold merge tokens.
        :param body: Text of the email; may hold merge tokens.
        :param icon: An emoji, or the name of an icon.
        :param color: A CSS colour to show it in.
        """
        return cast(Any, self._client.request("PATCH", f"/v1/templates/{quoted(id)}", fields={"name": name, "subject": subject, "body": body, "icon": icon, "color": color}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Deletes an email template for good; the records of its use stay.

        Scope: `deals:write`.

        :param id: Id of the email template.
        """
        return cast(Any, self._client.request("DELETE", f"/v1/templates/{quoted(id)}", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def use(
        self,
        id: str,
        *,
        deal_id: Union[Union[str, None], Unset] = UNSET,
        lead_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Used:
        ...

    @overload
    def use(
        self,
        id: str,
        *,
        deal_id: Union[Union[str, None], Unset] = UNSET,
        lead_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def use(
        self,
        id: str,
        *,
        deal_id: Union[Union[str, None], Unset] = UNSET,
        lead_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Counts one use of a template and records it. With deal_id, the deal's activity gets an email_sent entry; with lead_id, a new lead becomes contacted.

        Scope: `deals:write`. Also `leads:write` with `lead_id`.

        :param id: Id of the email template.
        :param deal_id: Id of the deal it was sent for; null for none.
        :param lead_id: Id of the lead it was sent to; null for none.
        """
        return cast(Any, self._client.request("POST", f"/v1/templates/{quoted(id)}/use", fields={"deal_id": deal_id, "lead_id": lead_id}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    def render(
        self,
        id: str,
        *,
        deal_id: Union[str, Unset] = UNSET,
        lead_id: Union[str, Unset] = UNSET,
    ) -> RenderedTemplate:
        """Fills a template's merge tokens from a deal or a lead, and the sender's from the caller; to is the recipient's address. Tokens without a known value stay as they are and are listed in unfilled.

        Scope: `deals:read`. Also `leads:read` with `lead_id`.

        :param id: Id of the email template.
        :param deal_id: Id of a deal to fill it from.
        :param lead_id: Id of a lead to fill it from.
        """
        return cast(Any, self._client.request("GET", f"/v1/templates/{quoted(id)}/render", fields={"deal_id": deal_id, "lead_id": lead_id}))


class MatchCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def find(
        self,
        *,
        email: str,
    ) -> Match:
        """Finds who an email address is: deals and leads with exactly this address, else with its domain (except public mail hosts). At most 25 of each, newest first, without suspect leads.

        Scope: `deals:read` and `leads:read`.

        :param email: Address to look for, whatever its case.
        """
        return cast(Any, self._client.request("GET", "/v1/match", fields={"email": email}))

    def find_many(
        self,
        *,
        emails: List[str],
    ) -> MatchList:
        """Finds who up to 100 email addresses are, as match_contact does, at most 5 deals and leads each.

        Scope: `deals:read` and `leads:read`.

        :param emails: Addresses to look for, whatever their case.
        """
        return cast(Any, self._client.request("POST", "/v1/match", fields={"emails": emails}))

    def duplicates(
        self,
        *,
        type: Literal["deal", "lead"],
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> DuplicateList:
        """Lists groups of deals or leads with the same email, external id, or name and company, ignoring case.

        Scope: `deals:read` and `leads:read`.

        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        :param type: Kind of records to compare.
        """
        return cast(Any, self._client.request("GET", "/v1/duplicates", fields={"limit": limit, "cursor": cursor, "type": type}))

    def each_duplicates(
        self,
        *,
        type: Literal["deal", "lead"],
    ) -> Iterator[MatchDuplicatesItem]:
        """Every item of `duplicates`, page after page."""
        return self._client.pages("/v1/duplicates", {"type": type})


class WebhooksCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
    ) -> WebhookList:
        """Lists webhook subscriptions, newest first; lastError shows what is wrong with one.

        Scope: `deals:read`.

        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        :param board_id: Id of a board to filter by.
        """
        return cast(Any, self._client.request("GET", "/v1/webhooks", fields={"limit": limit, "cursor": cursor, "boardId": board_id}))

    def each(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
    ) -> Iterator[Webhook]:
        """Every item of `list`, page after page."""
        return self._client.pages("/v1/webhooks", {"boardId": board_id})

    @overload
    def create(
        self,
        *,
        board_id: str,
        url: str,
        events: List[EventType],
        label: Union[Union[str, None], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> WebhookWithSecret:
        ...

    @overload
    def create(
        self,
        *,
        board_id: str,
        url: str,
        events: List[EventType],
        label: Union[Union[str, None], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def create(
        self,
        *,
        board_id: str,
        url: str,
        events: List[EventType],
        label: Union[Union[str, None], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Subscribes a URL to events of a board. A Slack, Discord or Teams webhook URL gets messages in that tool's format, any other signed JSON. Returns the signingSecret (null for a chat tool), which is never shown again. Admins only.

        Scope: `deals:write`, role admin. Also `leads:read` if `events` contains one of `lead.created`, `approval.requested`, `approval.decided`.

        :param board_id: Id of the board.
        :param url: https URL of a public host; a secret, which is not shown again.
        :param label: Name of the subscription; null if none.
        :param events: The events that are sent to it.
        :param stage_filter: Ids of the stages that deal.stage_changed is sent for when a deal enters them; empty for all.
        """
        return cast(Any, self._client.request("POST", "/v1/webhooks", fields={"boardId": board_id, "url": url, "label": label, "events": events, "stageFilter": stage_filter}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))

    def get(
        self,
        id: str,
    ) -> Webhook:
        """Reads one subscription; lastDeliveredAt and lastError show how it is doing.

        Scope: `deals:read`.

        :param id: Id of the webhook subscription.
        """
        return cast(Any, self._client.request("GET", f"/v1/webhooks/{quoted(id)}"))

    @overload
    def update(
        self,
        id: str,
        *,
        label: Union[Union[str, None], Unset] = UNSET,
        events: Union[List[EventType], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        active: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Webhook:
        ...

    @overload
    def update(
        self,
        id: str,
        *,
        label: Union[Union[str, None], Unset] = UNSET,
        events: Union[List[EventType], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        active: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def update(
        self,
        id: str,
        *,
        label: Union[Union[str, None], Unset] = UNSET,
        events: Union[List[EventType], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        active: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Changes the label, the events or the stage filter of a subscription, or switches it on or off; only sent fields change. While it is off nothing is sent: waiting deliveries are kept until it is on again, and new events are not recorded. To change the URL, create another subscription. Admins only.

        Scope: `deals:write`, role admin. Also `leads:read` if `events` contains one of `lead.created`, `approval.requested`, `approval.decided`. Also `leads:read` for a subscription to one of `lead.created`, `approval.requested`, `approval.decided`.

        :param id: Id of the webhook subscription.
        :param label: Name of the subscription; null if none.
        :param events: The events that are sent to it.
        :param stage_filter: Ids of the stages that deal.stage_changed is sent for when a deal enters them; empty for all.
        :param active: False while deliveries are paused.
        """
        return cast(Any, self._client.request("PATCH", f"/v1/webhooks/{quoted(id)}", fields={"label": label, "events": events, "stageFilter": stage_filter, "active": active}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Deletes a subscription; its waiting deliveries are not sent. Admins only.

        Scope: `deals:write`, role admin.

        :param id: Id of the webhook subscription.
        """
        return cast(Any, self._client.request("DELETE", f"/v1/webhooks/{quoted(id)}", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def rotate_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> WebhookWithSecret:
        ...

    @overload
    def rotate_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def rotate_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Replaces the signing secret and returns the new one, which is never shown again (null for a chat tool). For 24 hours webhook-signature contains a signature with each secret; X-Service-Signature uses the new secret at once. Admins only.

        Scope: `deals:write`, role admin. Also `leads:read` for a subscription to one of `lead.created`, `approval.requested`, `approval.decided`.

        :param id: Id of the webhook subscription.
        """
        return cast(Any, self._client.request("POST", f"/v1/webhooks/{quoted(id)}/rotate-secret", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Delivery:
        ...

    @overload
    def test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Sends webhook.test to a subscription once, even if it is switched off, and returns the delivery. Its result is in the subscription's deliveries. Admins only.

        Scope: `deals:write`, role admin. Also `leads:read` for a subscription to `lead.created` or to approvals.

        :param id: Id of the webhook subscription.
        """
        return cast(Any, self._client.request("POST", f"/v1/webhooks/{quoted(id)}/test", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    def deliveries(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> DeliveryList:
        """Lists a subscription's deliveries of at least the last 30 days, sent and waiting, newest first, with every attempt: its time, duration, response status and the first 1 kB of the response. Without `leads:read`, deliveries of lead.created and of approvals are left out.

        Scope: `deals:read`. Also `leads:read` to see deliveries of `lead.created` and of approvals.

        :param id: Id of the webhook subscription.
        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        """
        return cast(Any, self._client.request("GET", f"/v1/webhooks/{quoted(id)}/deliveries", fields={"limit": limit, "cursor": cursor}))

    def each_deliveries(
        self,
        id: str,
    ) -> Iterator[Delivery]:
        """Every item of `deliveries`, page after page."""
        return self._client.pages(f"/v1/webhooks/{quoted(id)}/deliveries", {})

    def delivery(
        self,
        id: str,
        delivery_id: str,
    ) -> DeliveryWithBody:
        """Reads one delivery with its attempts and its body, exactly as each attempt sent it.

        Scope: `deals:read`. Also `leads:read` for a delivery of `lead.created` or of an approval.

        :param id: Id of the webhook subscription.
        :param delivery_id: Id of the delivery.
        """
        return cast(Any, self._client.request("GET", f"/v1/webhooks/{quoted(id)}/deliveries/{quoted(delivery_id)}"))

    @overload
    def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Delivery:
        ...

    @overload
    def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Sends a delivery again now, with the same webhook-id and the same bytes, and with all retries; even if the subscription is switched off. Admins only.

        Scope: `deals:write`, role admin. Also `leads:read` for a delivery of `lead.created` or of an approval.

        :param id: Id of the webhook subscription.
        :param delivery_id: Id of the delivery.
        """
        return cast(Any, self._client.request("POST", f"/v1/webhooks/{quoted(id)}/deliveries/{quoted(delivery_id)}/redeliver", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))


class MembersCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
    ) -> List[MembersListAnswerItem]:
        """Lists the members of the workspace in the order they joined the service, at most 500.

        Scope: any valid credential.
        """
        return cast(Any, self._client.request("GET", "/v1/members"))


class EmbedCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    @overload
    def create_token(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> EmbedToken:
        ...

    @overload
    def create_token(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def create_token(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Creates a token that opens the email client's side panel for the caller: load /api/embed/start?token=… in the panel's frame within 10 minutes. It works once.

        Scope: any valid credential.
        """
        return cast(Any, self._client.request("POST", "/v1/embed-token", idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))


class EventsCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        type: Union[Literal["deal", "note", "lead", "approval", "deal.created", "deal.updated", "deal.stage_changed", "deal.won", "deal.dead", "deal.reopened", "deal.deleted", "deal.restored", "deal.email_sent", "note.created", "note.updated", "note.deleted", "lead.created", "lead.updated", "lead.triaged", "lead.enriched", "lead.promoted", "lead.deleted", "approval.pending", "approval.done", "approval.declined", "approval.expired", "approval.stale", "approval.failed"], Unset] = UNSET,
        deal_id: Union[str, Unset] = UNSET,
        lead_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        order: Union[Literal["oldest", "newest"], Unset] = UNSET,
        wait: Union[int, Unset] = UNSET,
    ) -> ChangeList:
        """Lists what happened to deals, notes and leads, each change once; and what became of writes you asked for. Kept 30 days. Follow nextCursor, which is always there. Shows what your scopes let you read.

        Scope: any valid credential.

        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        :param since: Only changes from this time on, if no cursor is sent: ISO 8601, as 2026-05-01 or 2026-05-01T09:30:00Z.
        :param type: Only changes of this type, such as deal.stage_changed, or its first part: deal.
        :param deal_id: Id of a deal to filter by.
        :param lead_id: Id of a lead to filter by.
        :param owner_id: Id of the deals' owner, or me.
        :param actor: Id or name of the API key, app, agent or person that made them.
        :param order: newest: the latest first. A cursor goes on in its own order.
        :param wait: Seconds to wait if there is nothing after the cursor yet, at most 20; else the answer comes at once.
        """
        return cast(Any, self._client.request("GET", "/v1/events", fields={"limit": limit, "cursor": cursor, "since": since, "type": type, "dealId": deal_id, "leadId": lead_id, "ownerId": owner_id, "actor": actor, "order": order, "wait": wait}))

    def each(
        self,
        *,
        since: Union[str, Unset] = UNSET,
        type: Union[Literal["deal", "note", "lead", "approval", "deal.created", "deal.updated", "deal.stage_changed", "deal.won", "deal.dead", "deal.reopened", "deal.deleted", "deal.restored", "deal.email_sent", "note.created", "note.updated", "note.deleted", "lead.created", "lead.updated", "lead.triaged", "lead.enriched", "lead.promoted", "lead.deleted", "approval.pending", "approval.done", "approval.declined", "approval.expired", "approval.stale", "approval.failed"], Unset] = UNSET,
        deal_id: Union[str, Unset] = UNSET,
        lead_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        order: Union[Literal["oldest", "newest"], Unset] = UNSET,
        wait: Union[int, Unset] = UNSET,
    ) -> Iterator[Change]:
        """Every item of `list`, page after page."""
        return self._client.pages("/v1/events", {"since": since, "type": type, "dealId": deal_id, "leadId": lead_id, "ownerId": owner_id, "actor": actor, "order": order, "wait": wait})


class AuditCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        target: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        agent: Union[str, Unset] = UNSET,
        operation: Union[str, Unset] = UNSET,
        surface: Union[Literal["rest", "mcp", "rpc", "pages", "intake", "admin", "job"], Unset] = UNSET,
        request_id: Union[str, Unset] = UNSET,
        outcome: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
    ) -> AuditList:
        """Lists who wrote what, and what was refused, newest first. A page may hold fewer entries than there are, even none, while hasMore is true: go on with nextCursor. What changed in a deal needs deals:read, in a lead leads:read. Only for admins.

        Scope: `pipeline:read`, role admin.

        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        :param target: Id of a deal, lead, board or other record. A note is found by its deal.
        :param actor: Id of a person, API key or app; or the name of a job.
        :param agent: Exact name that the agent sent for itself.
        :param operation: Exact name such as deals.move, or its first part: deals.
        :param surface: Surface that received it.
        :param request_id: Id of a request.
        :param outcome: ok, failed, or an error's code.
        :param since: From this day or RFC 3339 time on.
        :param until: Before this day or time.
        """
        return cast(Any, self._client.request("GET", "/v1/audit", fields={"limit": limit, "cursor": cursor, "target": target, "actor": actor, "agent": agent, "operation": operation, "surface": surface, "requestId": request_id, "outcome": outcome, "since": since, "until": until}))

    def each(
        self,
        *,
        target: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        agent: Union[str, Unset] = UNSET,
        operation: Union[str, Unset] = UNSET,
        surface: Union[Literal["rest", "mcp", "rpc", "pages", "intake", "admin", "job"], Unset] = UNSET,
        request_id: Union[str, Unset] = UNSET,
        outcome: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
    ) -> Iterator[AuditEntry]:
        """Every item of `list`, page after page."""
        return self._client.pages("/v1/audit", {"target": target, "actor": actor, "agent": agent, "operation": operation, "surface": surface, "requestId": request_id, "outcome": outcome, "since": since, "until": until})

    def export(
        self,
        *,
        target: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        agent: Union[str, Unset] = UNSET,
        operation: Union[str, Unset] = UNSET,
        surface: Union[Literal["rest", "mcp", "rpc", "pages", "intake", "admin", "job"], Unset] = UNSET,
        request_id: Union[str, Unset] = UNSET,
        outcome: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
    ) -> str:
        """Sends all entries that match as one file, newest first: a JSON document a line (NDJSON). What changed in a deal needs deals:read, in a lead leads:read. Only for admins.

        Scope: `pipeline:read`, role admin.

        :param target: Id of a deal, lead, board or other record. A note is found by its deal.
        :param actor: Id of a person, API key or app; or the name of a job.
        :param agent: Exact name that the agent sent for itself.
        :param operation: Exact name such as deals.move, or its first part: deals.
        :param surface: Surface that received it.
        :param request_id: Id of a request.
        :param outcome: ok, failed, or an error's code.
        :param since: From this day or RFC 3339 time on.
        :param until: Before this day or time.
        """
        return cast(Any, self._client.request("GET", "/v1/audit/export", fields={"target": target, "actor": actor, "agent": agent, "operation": operation, "surface": surface, "requestId": request_id, "outcome": outcome, "since": since, "until": until}, text=True))


class UndoCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    @overload
    def run(
        self,
        *,
        request_id: Union[str, Unset] = UNSET,
        entry_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Undo:
        ...

    @overload
    def run(
        self,
        *,
        request_id: Union[str, Unset] = UNSET,
        entry_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def run(
        self,
        *,
        request_id: Union[str, Unset] = UNSET,
        entry_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Takes back a write of the last 30 days, or all that someone did since a time, where nobody changed it since; the rest is listed. What others did only admins undo.

        Scope: any valid credential. Also `deals:write` to undo changes of deals, notes, boards and templates. Also `leads:write` to undo changes of leads.

        :param request_id: Id of the request to undo: the Service-Request-Id of its answer.
        :param entry_id: Id of the entry of the audit log to undo.
        :param actor: Id or name of the API key, app or person whose changes to undo, or a member's email; with since.
        :param since: With actor: from this day or RFC 3339 time on.
        :param until: With actor or requestId: before this day or time.
        """
        return cast(Any, self._client.request("POST", "/v1/undo", fields={"requestId": request_id, "entryId": entry_id, "actor": actor, "since": since, "until": until}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))


class RulesCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
    ) -> CredentialRulesList:
        """Lists the API keys and connected apps that have rules, and the rules. Only for admins.

        Scope: `pipeline:read`, role admin.
        """
        return cast(Any, self._client.request("GET", "/v1/rules"))

    @overload
    def set(
        self,
        credential: str,
        *,
        default: Union[Literal["allow", "ask", "deny"], Unset] = UNSET,
        operations: Union[Dict[str, Literal["allow", "ask", "deny"]], Unset] = UNSET,
        writes_per_hour: Union[Union[int, None], Unset] = UNSET,
        amount_change_percent: Union[Union[int, None], Unset] = UNSET,
        records: Union[Union[int, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> CredentialRules:
        ...

    @overload
    def set(
        self,
        credential: str,
        *,
        default: Union[Literal["allow", "ask", "deny"], Unset] = UNSET,
        operations: Union[Dict[str, Literal["allow", "ask", "deny"]], Unset] = UNSET,
        writes_per_hour: Union[Union[int, None], Unset] = UNSET,
        amount_change_percent: Union[Union[int, None], Unset] = UNSET,
        records: Union[Union[int, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def set(
        self,
        credential: str,
        *,
        default: Union[Literal["allow", "ask", "deny"], Unset] = UNSET,
        operations: Union[Dict[str, Literal["allow", "ask", "deny"]], Unset] = UNSET,
        writes_per_hour: Union[Union[int, None], Unset] = UNSET,
        amount_change_percent: Union[Union[int, None], Unset] = UNSET,
        records: Union[Union[int, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Replaces the rules of an API key or a connected app: which of its writes are done, asked for or refused. What is left out is allowed. They apply within a second. Only for admins, and not with a credential that has rules itself.

        Scope: `deals:write` and `leads:write`, role admin.

        :param credential: Id of the API key, or client id of the connected app.
        :param default: For writes that operations doesn't name.
        :param operations: Rules by operation, such as deals.delete, or by its first part: deals. The longer name counts. "ask" waits for an admin, "deny" is refused.
        :param writes_per_hour: More writes than this within 60 minutes have to be asked for; null for no limit.
        :param amount_change_percent: Changes of a deal's amount within 24 hours that come to more percent than this have to be asked for, and so does a first amount; null for no limit.
        :param records: A write that changes more records than this has to be asked for; null for no limit.
        """
        return cast(Any, self._client.request("PUT", f"/v1/rules/{quoted(credential)}", fields={"default": default, "operations": operations, "writesPerHour": writes_per_hour, "amountChangePercent": amount_change_percent, "records": records}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run))


class ApprovalsCalls:
    def __init__(self, client: Transport) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        status: Union[Literal["pending", "done", "declined", "expired", "stale", "failed"], Unset] = UNSET,
        credential: Union[str, Unset] = UNSET,
    ) -> ApprovalList:
        """Lists the writes that were asked for, newest first: to an admin all, to a credential its own. Kept for 30 days after their end.

        Scope: any valid credential.

        :param limit: Items at most.
        :param cursor: `nextCursor` of the page before, with the same filters; left out, page 1.
        :param status: Only those of this status.
        :param credential: Only those of this key or app.
        """
        return cast(Any, self._client.request("GET", "/v1/approvals", fields={"limit": limit, "cursor": cursor, "status": status, "credential": credential}))

    def each(
        self,
        *,
        status: Union[Literal["pending", "done", "declined", "expired", "stale", "failed"], Unset] = UNSET,
        credential: Union[str, Unset] = UNSET,
    ) -> Iterator[Approval]:
        """Every item of `list`, page after page."""
        return self._client.pages("/v1/approvals", {"status": status, "credential": credential})

    def get(
        self,
        id: str,
    ) -> Approval:
        """Reads one approval: its status, and the answer of the call once there is one.

        Scope: any valid credential.

        :param id: Id of the approval.
        """
        return cast(Any, self._client.request("GET", f"/v1/approvals/{quoted(id)}"))

    @overload
    def approve(
        self,
        id: str,
        *,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Decision:
        ...

    @overload
    def approve(
        self,
        id: str,
        *,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def approve(
        self,
        id: str,
        *,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Carries out a write that was asked for, as the credential that asked, if what it is based on has not changed since. The status says what became of it. Only for admins, and not with a credential that has rules itself.

        Scope: `deals:write` and `leads:write`, role admin.

        :param id: Id of the approval.
        :param alike: true: decides up to 100 more pending ones of the same credential and operation.
        """
        return cast(Any, self._client.request("POST", f"/v1/approvals/{quoted(id)}/approve", fields={"alike": alike}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))

    @overload
    def decline(
        self,
        id: str,
        *,
        reason: Union[str, Unset] = UNSET,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Decision:
        ...

    @overload
    def decline(
        self,
        id: str,
        *,
        reason: Union[str, Unset] = UNSET,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    def decline(
        self,
        id: str,
        *,
        reason: Union[str, Unset] = UNSET,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Declines a write that was asked for: nothing is done, and the credential that asked is told. Only for admins, and not with a credential that has rules itself.

        Scope: `deals:write` and `leads:write`, role admin.

        :param id: Id of the approval.
        :param reason: Reason for declining; null if none was given.
        :param alike: true: decides up to 100 more pending ones of the same credential and operation.
        """
        return cast(Any, self._client.request("POST", f"/v1/approvals/{quoted(id)}/decline", fields={"reason": reason, "alike": alike}, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match))


class Groups:
    def __init__(self, client: Transport) -> None:
        self.me = MeCalls(client)
        self.deals = DealsCalls(client)
        self.notes = NotesCalls(client)
        self.leads = LeadsCalls(client)
        self.imports = ImportsCalls(client)
        self.boards = BoardsCalls(client)
        self.reports = ReportsCalls(client)
        self.templates = TemplatesCalls(client)
        self.match = MatchCalls(client)
        self.webhooks = WebhooksCalls(client)
        self.members = MembersCalls(client)
        self.embed = EmbedCalls(client)
        self.events = EventsCalls(client)
        self.audit = AuditCalls(client)
        self.undo = UndoCalls(client)
        self.rules = RulesCalls(client)
        self.approvals = ApprovalsCalls(client)


class AsyncMeCalls:
    def __init__(self, sync: MeCalls) -> None:
        self._sync = sync

    async def get(
        self,
    ) -> Me:
        """Who am I: see `Client`."""
        return await in_thread(self._sync.get)


class AsyncDealsCalls:
    def __init__(self, sync: DealsCalls) -> None:
        self._sync = sync

    async def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        status: Union[Literal["open", "won", "dead", "all"], Unset] = UNSET,
        sort: Union[Literal["created", "-created", "updated", "-updated", "amount", "-amount", "quiet", "-quiet", "nextStep", "-nextStep", "expectedClose", "-expectedClose"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        label: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        amount_min: Union[int, Unset] = UNSET,
        amount_max: Union[int, Unset] = UNSET,
        quiet_days: Union[int, Unset] = UNSET,
        overdue: Union[bool, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        created_before: Union[str, Unset] = UNSET,
        updated_since: Union[str, Unset] = UNSET,
        closed_after: Union[str, Unset] = UNSET,
        closed_before: Union[str, Unset] = UNSET,
        next_step_after: Union[str, Unset] = UNSET,
        next_step_before: Union[str, Unset] = UNSET,
        expected_close_after: Union[str, Unset] = UNSET,
        expected_close_before: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        in_: Union[List[Literal["deals", "notes", "leads"]], Unset] = UNSET,
    ) -> DealList:
        """List deals: see `Client`."""
        return await in_thread(self._sync.list, limit=limit, cursor=cursor, board_id=board_id, stage_id=stage_id, status=status, sort=sort, owner_id=owner_id, label=label, external_id=external_id, amount_min=amount_min, amount_max=amount_max, quiet_days=quiet_days, overdue=overdue, created_after=created_after, created_before=created_before, updated_since=updated_since, closed_after=closed_after, closed_before=closed_before, next_step_after=next_step_after, next_step_before=next_step_before, expected_close_after=expected_close_after, expected_close_before=expected_close_before, q=q, search=search, in_=in_)

    def each(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        status: Union[Literal["open", "won", "dead", "all"], Unset] = UNSET,
        sort: Union[Literal["created", "-created", "updated", "-updated", "amount", "-amount", "quiet", "-quiet", "nextStep", "-nextStep", "expectedClose", "-expectedClose"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        label: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        amount_min: Union[int, Unset] = UNSET,
        amount_max: Union[int, Unset] = UNSET,
        quiet_days: Union[int, Unset] = UNSET,
        overdue: Union[bool, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        created_before: Union[str, Unset] = UNSET,
        updated_since: Union[str, Unset] = UNSET,
        closed_after: Union[str, Unset] = UNSET,
        closed_before: Union[str, Unset] = UNSET,
        next_step_after: Union[str, Unset] = UNSET,
        next_step_before: Union[str, Unset] = UNSET,
        expected_close_after: Union[str, Unset] = UNSET,
        expected_close_before: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        in_: Union[List[Literal["deals", "notes", "leads"]], Unset] = UNSET,
    ) -> AsyncIterator[ListedDeal]:
        """Every item of `list`, page after page."""
        return in_threads(self._sync.each(board_id=board_id, stage_id=stage_id, status=status, sort=sort, owner_id=owner_id, label=label, external_id=external_id, amount_min=amount_min, amount_max=amount_max, quiet_days=quiet_days, overdue=overdue, created_after=created_after, created_before=created_before, updated_since=updated_since, closed_after=closed_after, closed_before=closed_before, next_step_after=next_step_after, next_step_before=next_step_before, expected_close_after=expected_close_after, expected_close_before=expected_close_before, q=q, search=search, in_=in_))

    @overload
    async def create(
        self,
        *,
        board_id: str,
        name: str,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    async def create(
        self,
        *,
        board_id: str,
        name: str,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def create(
        self,
        *,
        board_id: str,
        name: str,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Create a deal: see `Client`."""
        return await in_thread(self._sync.create, board_id=board_id, name=name, company=company, amount_cents=amount_cents, amount=amount, stage_id=stage_id, owner_id=owner_id, labels=labels, primary_contact_name=primary_contact_name, primary_contact_title=primary_contact_title, primary_contact_email=primary_contact_email, primary_contact_phone=primary_contact_phone, primary_contact_linkedin=primary_contact_linkedin, key_terms=key_terms, next_step=next_step, next_step_at=next_step_at, expected_close_at=expected_close_at, forecast_category=forecast_category, lost_reason=lost_reason, external_id=external_id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    async def get(
        self,
        id: str,
        *,
        include: Union[List[Literal["notes", "activity", "lead"]], Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> DealDetails:
        """Get a deal: see `Client`."""
        return await in_thread(self._sync.get, id, include=include, limit=limit, cursor=cursor)

    @overload
    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        company: Union[Union[str, None], Unset] = UNSET,
        amount_cents: Union[Union[int, None], Unset] = UNSET,
        amount: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        labels: Union[List[str], Unset] = UNSET,
        primary_contact_name: Union[Union[str, None], Unset] = UNSET,
        primary_contact_title: Union[Union[str, None], Unset] = UNSET,
        primary_contact_email: Union[Union[str, None], Unset] = UNSET,
        primary_contact_phone: Union[Union[str, None], Unset] = UNSET,
        primary_contact_linkedin: Union[Union[str, None], Unset] = UNSET,
        key_terms: Union[Union[str, None], Unset] = UNSET,
        next_step: Union[Union[str, None], Unset] = UNSET,
        next_step_at: Union[Union[str, None], Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Update a deal: see `Client`."""
        return await in_thread(self._sync.update, id, name=name, company=company, amount_cents=amount_cents, amount=amount, stage_id=stage_id, owner_id=owner_id, labels=labels, primary_contact_name=primary_contact_name, primary_contact_title=primary_contact_title, primary_contact_email=primary_contact_email, primary_contact_phone=primary_contact_phone, primary_contact_linkedin=primary_contact_linkedin, key_terms=key_terms, next_step=next_step, next_step_at=next_step_at, expected_close_at=expected_close_at, forecast_category=forecast_category, lost_reason=lost_reason, external_id=external_id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Delete a deal: see `Client`."""
        return await in_thread(self._sync.delete, id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def move(
        self,
        id: str,
        *,
        to_stage_id: str,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    async def move(
        self,
        id: str,
        *,
        to_stage_id: str,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def move(
        self,
        id: str,
        *,
        to_stage_id: str,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Move a deal: see `Client`."""
        return await in_thread(self._sync.move, id, to_stage_id=to_stage_id, lost_reason=lost_reason, note=note, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def restore(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    async def restore(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def restore(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Restore a deal: see `Client`."""
        return await in_thread(self._sync.restore, id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    @overload
    async def bulk_create(
        self,
        *,
        board_id: str,
        deals: List[DealsBulkCreateDealsItem],
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkCreated:
        ...

    @overload
    async def bulk_create(
        self,
        *,
        board_id: str,
        deals: List[DealsBulkCreateDealsItem],
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def bulk_create(
        self,
        *,
        board_id: str,
        deals: List[DealsBulkCreateDealsItem],
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Create many deals: see `Client`."""
        return await in_thread(self._sync.bulk_create, board_id=board_id, deals=deals, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    @overload
    async def bulk_update(
        self,
        *,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        add_labels: Union[List[str], Unset] = UNSET,
        remove_labels: Union[List[str], Unset] = UNSET,
        amount_percent: Union[float, Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkResult:
        ...

    @overload
    async def bulk_update(
        self,
        *,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        add_labels: Union[List[str], Unset] = UNSET,
        remove_labels: Union[List[str], Unset] = UNSET,
        amount_percent: Union[float, Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def bulk_update(
        self,
        *,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        add_labels: Union[List[str], Unset] = UNSET,
        remove_labels: Union[List[str], Unset] = UNSET,
        amount_percent: Union[float, Unset] = UNSET,
        expected_close_at: Union[Union[str, None], Unset] = UNSET,
        forecast_category: Union[Union[Literal["committed", "best_case", "pipeline"], None], Unset] = UNSET,
        lost_reason: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Update many deals: see `Client`."""
        return await in_thread(self._sync.bulk_update, ids=ids, filter=filter, owner_id=owner_id, add_labels=add_labels, remove_labels=remove_labels, amount_percent=amount_percent, expected_close_at=expected_close_at, forecast_category=forecast_category, lost_reason=lost_reason, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    @overload
    async def bulk_move(
        self,
        *,
        to_stage_id: str,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkResult:
        ...

    @overload
    async def bulk_move(
        self,
        *,
        to_stage_id: str,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def bulk_move(
        self,
        *,
        to_stage_id: str,
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[DealsBulkUpdateFilter, Unset] = UNSET,
        lost_reason: Union[str, Unset] = UNSET,
        note: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Move many deals: see `Client`."""
        return await in_thread(self._sync.bulk_move, ids=ids, filter=filter, to_stage_id=to_stage_id, lost_reason=lost_reason, note=note, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    @overload
    async def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deal:
        ...

    @overload
    async def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Merge a deal: see `Client`."""
        return await in_thread(self._sync.merge, id, into_id=into_id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)


class AsyncNotesCalls:
    def __init__(self, sync: NotesCalls) -> None:
        self._sync = sync

    async def list(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> NoteList:
        """List a deal's notes: see `Client`."""
        return await in_thread(self._sync.list, id, limit=limit, cursor=cursor)

    def each(
        self,
        id: str,
    ) -> AsyncIterator[Note]:
        """Every item of `list`, page after page."""
        return in_threads(self._sync.each(id))

    @overload
    async def create(
        self,
        id: str,
        *,
        content_text: str,
        activity_kind: Union[Literal["note", "call", "email", "meeting"], Unset] = UNSET,
        happened_at: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Note:
        ...

    @overload
    async def create(
        self,
        id: str,
        *,
        content_text: str,
        activity_kind: Union[Literal["note", "call", "email", "meeting"], Unset] = UNSET,
        happened_at: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def create(
        self,
        id: str,
        *,
        content_text: str,
        activity_kind: Union[Literal["note", "call", "email", "meeting"], Unset] = UNSET,
        happened_at: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Add a note: see `Client`."""
        return await in_thread(self._sync.create, id, content_text=content_text, activity_kind=activity_kind, happened_at=happened_at, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    async def activity(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> NoteList:
        """Read a deal's activity: see `Client`."""
        return await in_thread(self._sync.activity, id, limit=limit, cursor=cursor)

    def each_activity(
        self,
        id: str,
    ) -> AsyncIterator[Note]:
        """Every item of `activity`, page after page."""
        return in_threads(self._sync.each_activity(id))

    async def get(
        self,
        id: str,
    ) -> Note:
        """Get a note: see `Client`."""
        return await in_thread(self._sync.get, id)

    @overload
    async def update(
        self,
        id: str,
        *,
        content_text: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Note:
        ...

    @overload
    async def update(
        self,
        id: str,
        *,
        content_text: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def update(
        self,
        id: str,
        *,
        content_text: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Edit a note: see `Client`."""
        return await in_thread(self._sync.update, id, content_text=content_text, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Delete a note: see `Client`."""
        return await in_thread(self._sync.delete, id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)


class AsyncLeadsCalls:
    def __init__(self, sync: LeadsCalls) -> None:
        self._sync = sync

    async def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
        triage_status: Union[str, Unset] = UNSET,
        view: Union[Literal["active", "suspect"], Unset] = UNSET,
        sort: Union[Literal["newest", "score"], Unset] = UNSET,
        score_min: Union[float, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        in_: Union[List[Literal["leads"]], Unset] = UNSET,
    ) -> LeadList:
        """List leads: see `Client`."""
        return await in_thread(self._sync.list, limit=limit, cursor=cursor, board_id=board_id, triage_status=triage_status, view=view, sort=sort, score_min=score_min, created_after=created_after, external_id=external_id, q=q, search=search, in_=in_)

    def each(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        triage_status: Union[str, Unset] = UNSET,
        view: Union[Literal["active", "suspect"], Unset] = UNSET,
        sort: Union[Literal["newest", "score"], Unset] = UNSET,
        score_min: Union[float, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        in_: Union[List[Literal["leads"]], Unset] = UNSET,
    ) -> AsyncIterator[ListedLead]:
        """Every item of `list`, page after page."""
        return in_threads(self._sync.each(board_id=board_id, triage_status=triage_status, view=view, sort=sort, score_min=score_min, created_after=created_after, external_id=external_id, q=q, search=search, in_=in_))

    @overload
    async def create(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        first_name: Union[str, Unset] = UNSET,
        last_name: Union[str, Unset] = UNSET,
        work_email: Union[str, Unset] = UNSET,
        phone: Union[str, Unset] = UNSET,
        company_name: Union[str, Unset] = UNSET,
        company_website: Union[str, Unset] = UNSET,
        message: Union[str, Unset] = UNSET,
        how_heard: Union[str, Unset] = UNSET,
        consent: Union[Union[bool, str], Unset] = UNSET,
        source: Union[Literal["form", "email", "import"], Unset] = UNSET,
        source_url: Union[str, Unset] = UNSET,
        page_title: Union[str, Unset] = UNSET,
        referrer: Union[str, Unset] = UNSET,
        utm_source: Union[str, Unset] = UNSET,
        utm_medium: Union[str, Unset] = UNSET,
        utm_campaign: Union[str, Unset] = UNSET,
        utm_term: Union[str, Unset] = UNSET,
        utm_content: Union[str, Unset] = UNSET,
        gclid: Union[str, Unset] = UNSET,
        fbclid: Union[str, Unset] = UNSET,
        msclkid: Union[str, Unset] = UNSET,
        consent_text: Union[str, Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Lead:
        ...

    @overload
    async def create(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        first_name: Union[str, Unset] = UNSET,
        last_name: Union[str, Unset] = UNSET,
        work_email: Union[str, Unset] = UNSET,
        phone: Union[str, Unset] = UNSET,
        company_name: Union[str, Unset] = UNSET,
        company_website: Union[str, Unset] = UNSET,
        message: Union[str, Unset] = UNSET,
        how_heard: Union[str, Unset] = UNSET,
        consent: Union[Union[bool, str], Unset] = UNSET,
        source: Union[Literal["form", "email", "import"], Unset] = UNSET,
        source_url: Union[str, Unset] = UNSET,
        page_title: Union[str, Unset] = UNSET,
        referrer: Union[str, Unset] = UNSET,
        utm_source: Union[str, Unset] = UNSET,
        utm_medium: Union[str, Unset] = UNSET,
        utm_campaign: Union[str, Unset] = UNSET,
        utm_term: Union[str, Unset] = UNSET,
        utm_content: Union[str, Unset] = UNSET,
        gclid: Union[str, Unset] = UNSET,
        fbclid: Union[str, Unset] = UNSET,
        msclkid: Union[str, Unset] = UNSET,
        consent_text: Union[str, Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def create(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
        first_name: Union[str, Unset] = UNSET,
        last_name: Union[str, Unset] = UNSET,
        work_email: Union[str, Unset] = UNSET,
        phone: Union[str, Unset] = UNSET,
        company_name: Union[str, Unset] = UNSET,
        company_website: Union[str, Unset] = UNSET,
        message: Union[str, Unset] = UNSET,
        how_heard: Union[str, Unset] = UNSET,
        consent: Union[Union[bool, str], Unset] = UNSET,
        source: Union[Literal["form", "email", "import"], Unset] = UNSET,
        source_url: Union[str, Unset] = UNSET,
        page_title: Union[str, Unset] = UNSET,
        referrer: Union[str, Unset] = UNSET,
        utm_source: Union[str, Unset] = UNSET,
        utm_medium: Union[str, Unset] = UNSET,
        utm_campaign: Union[str, Unset] = UNSET,
        utm_term: Union[str, Unset] = UNSET,
        utm_content: Union[str, Unset] = UNSET,
        gclid: Union[str, Unset] = UNSET,
        fbclid: Union[str, Unset] = UNSET,
        msclkid: Union[str, Unset] = UNSET,
        consent_text: Union[str, Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Create a lead: see `Client`."""
        return await in_thread(self._sync.create, board_id=board_id, first_name=first_name, last_name=last_name, work_email=work_email, phone=phone, company_name=company_name, company_website=company_website, message=message, how_heard=how_heard, consent=consent, source=source, source_url=source_url, page_title=page_title, referrer=referrer, utm_source=utm_source, utm_medium=utm_medium, utm_campaign=utm_campaign, utm_term=utm_term, utm_content=utm_content, gclid=gclid, fbclid=fbclid, msclkid=msclkid, consent_text=consent_text, external_id=external_id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    async def get(
        self,
        id: str,
        *,
        include: Union[List[Literal["activity", "deal", "enrichment"]], Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> LeadDetails:
        """Get a lead: see `Client`."""
        return await in_thread(self._sync.get, id, include=include, limit=limit, cursor=cursor)

    @overload
    async def update(
        self,
        id: str,
        *,
        triage_status: Union[Literal["new", "contacted", "junk", "bad_fit", "stale"], Unset] = UNSET,
        enrichment: Union[EnrichmentPatch, Unset] = UNSET,
        screenshot_optional: Union[bool, Unset] = UNSET,
        remove: Union[List[str], Unset] = UNSET,
        suspect: Union[Literal[False], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        enrichment_claim: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Lead:
        ...

    @overload
    async def update(
        self,
        id: str,
        *,
        triage_status: Union[Literal["new", "contacted", "junk", "bad_fit", "stale"], Unset] = UNSET,
        enrichment: Union[EnrichmentPatch, Unset] = UNSET,
        screenshot_optional: Union[bool, Unset] = UNSET,
        remove: Union[List[str], Unset] = UNSET,
        suspect: Union[Literal[False], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        enrichment_claim: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def update(
        self,
        id: str,
        *,
        triage_status: Union[Literal["new", "contacted", "junk", "bad_fit", "stale"], Unset] = UNSET,
        enrichment: Union[EnrichmentPatch, Unset] = UNSET,
        screenshot_optional: Union[bool, Unset] = UNSET,
        remove: Union[List[str], Unset] = UNSET,
        suspect: Union[Literal[False], Unset] = UNSET,
        external_id: Union[Union[str, None], Unset] = UNSET,
        enrichment_claim: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Update a lead: see `Client`."""
        return await in_thread(self._sync.update, id, triage_status=triage_status, enrichment=enrichment, screenshot_optional=screenshot_optional, remove=remove, suspect=suspect, external_id=external_id, enrichment_claim=enrichment_claim, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Delete a lead: see `Client`."""
        return await in_thread(self._sync.delete, id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    async def history(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> EnrichmentHistory:
        """Read a lead's history: see `Client`."""
        return await in_thread(self._sync.history, id, limit=limit, cursor=cursor)

    def each_history(
        self,
        id: str,
    ) -> AsyncIterator[EnrichmentHistoryEntry]:
        """Every item of `history`, page after page."""
        return in_threads(self._sync.each_history(id))

    @overload
    async def create_upload(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> ImageUpload:
        ...

    @overload
    async def create_upload(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def create_upload(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Upload an image: see `Client`."""
        return await in_thread(self._sync.create_upload, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    @overload
    async def bulk_create(
        self,
        *,
        leads: List[LeadsBulkCreateLeadsItem],
        board_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkCreated:
        ...

    @overload
    async def bulk_create(
        self,
        *,
        leads: List[LeadsBulkCreateLeadsItem],
        board_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def bulk_create(
        self,
        *,
        leads: List[LeadsBulkCreateLeadsItem],
        board_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Create many leads: see `Client`."""
        return await in_thread(self._sync.bulk_create, board_id=board_id, leads=leads, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    @overload
    async def bulk_triage(
        self,
        *,
        triage_status: Literal["new", "contacted", "junk", "bad_fit", "stale"],
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[LeadsBulkTriageFilter, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> BulkResult:
        ...

    @overload
    async def bulk_triage(
        self,
        *,
        triage_status: Literal["new", "contacted", "junk", "bad_fit", "stale"],
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[LeadsBulkTriageFilter, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def bulk_triage(
        self,
        *,
        triage_status: Literal["new", "contacted", "junk", "bad_fit", "stale"],
        ids: Union[List[str], Unset] = UNSET,
        filter: Union[LeadsBulkTriageFilter, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Triage many leads: see `Client`."""
        return await in_thread(self._sync.bulk_triage, ids=ids, filter=filter, triage_status=triage_status, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    @overload
    async def promote(
        self,
        id: str,
        *,
        deal_name: Union[str, Unset] = UNSET,
        owner_user_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Promotion:
        ...

    @overload
    async def promote(
        self,
        id: str,
        *,
        deal_name: Union[str, Unset] = UNSET,
        owner_user_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def promote(
        self,
        id: str,
        *,
        deal_name: Union[str, Unset] = UNSET,
        owner_user_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Promote a lead: see `Client`."""
        return await in_thread(self._sync.promote, id, deal_name=deal_name, owner_user_id=owner_user_id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Lead:
        ...

    @overload
    async def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def merge(
        self,
        id: str,
        *,
        into_id: str,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Merge a lead: see `Client`."""
        return await in_thread(self._sync.merge, id, into_id=into_id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)


class AsyncImportsCalls:
    def __init__(self, sync: ImportsCalls) -> None:
        self._sync = sync

    @overload
    async def deals(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Imported:
        ...

    @overload
    async def deals(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def deals(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Import deals: see `Client`."""
        return await in_thread(self._sync.deals, rows=rows, board_id=board_id, announce=announce, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    @overload
    async def leads(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Imported:
        ...

    @overload
    async def leads(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def leads(
        self,
        *,
        rows: List[Dict[str, Any]],
        board_id: Union[str, Unset] = UNSET,
        announce: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Import leads: see `Client`."""
        return await in_thread(self._sync.leads, rows=rows, board_id=board_id, announce=announce, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)


class AsyncBoardsCalls:
    def __init__(self, sync: BoardsCalls) -> None:
        self._sync = sync

    async def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> BoardList:
        """List boards: see `Client`."""
        return await in_thread(self._sync.list, limit=limit, cursor=cursor)

    def each(
        self,
    ) -> AsyncIterator[Board]:
        """Every item of `list`, page after page."""
        return in_threads(self._sync.each())

    @overload
    async def create(
        self,
        *,
        name: str,
        currency: Union[Currency, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Board:
        ...

    @overload
    async def create(
        self,
        *,
        name: str,
        currency: Union[Currency, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def create(
        self,
        *,
        name: str,
        currency: Union[Currency, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Create a board: see `Client`."""
        return await in_thread(self._sync.create, name=name, currency=currency, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    async def get(
        self,
        id: str,
    ) -> Board:
        """Get a board: see `Client`."""
        return await in_thread(self._sync.get, id)

    @overload
    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        currency: Union[Currency, Unset] = UNSET,
        default_deal_amount_cents: Union[int, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Board:
        ...

    @overload
    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        currency: Union[Currency, Unset] = UNSET,
        default_deal_amount_cents: Union[int, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        currency: Union[Currency, Unset] = UNSET,
        default_deal_amount_cents: Union[int, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Update a board: see `Client`."""
        return await in_thread(self._sync.update, id, name=name, currency=currency, default_deal_amount_cents=default_deal_amount_cents, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    async def stages(
        self,
        id: str,
    ) -> List[BoardStage]:
        """List a board's stages: see `Client`."""
        return await in_thread(self._sync.stages, id)

    @overload
    async def replace_stages(
        self,
        id: str,
        *,
        stages: List[StageEdit],
        move_deals_to: Union[Dict[str, str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> List[BoardStage]:
        ...

    @overload
    async def replace_stages(
        self,
        id: str,
        *,
        stages: List[StageEdit],
        move_deals_to: Union[Dict[str, str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def replace_stages(
        self,
        id: str,
        *,
        stages: List[StageEdit],
        move_deals_to: Union[Dict[str, str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Replace a board's stages: see `Client`."""
        return await in_thread(self._sync.replace_stages, id, stages=stages, move_deals_to=move_deals_to, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    async def goals(
        self,
        id: str,
    ) -> Goals:
        """Get a board's goals: see `Client`."""
        return await in_thread(self._sync.goals, id)

    @overload
    async def set_goals(
        self,
        id: str,
        *,
        proposals: Union[int, None],
        deals_won: Union[int, None],
        deal_value: Union[int, None],
        period: Union[Literal["month", "quarter"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Goals:
        ...

    @overload
    async def set_goals(
        self,
        id: str,
        *,
        proposals: Union[int, None],
        deals_won: Union[int, None],
        deal_value: Union[int, None],
        period: Union[Literal["month", "quarter"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def set_goals(
        self,
        id: str,
        *,
        proposals: Union[int, None],
        deals_won: Union[int, None],
        deal_value: Union[int, None],
        period: Union[Literal["month", "quarter"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Set a board's goals: see `Client`."""
        return await in_thread(self._sync.set_goals, id, period=period, owner_id=owner_id, proposals=proposals, deals_won=deals_won, deal_value=deal_value, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    async def lanes(
        self,
        id: str,
        *,
        q: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        label: Union[str, Unset] = UNSET,
        amount_min: Union[int, Unset] = UNSET,
        amount_max: Union[int, Unset] = UNSET,
        overdue: Union[bool, Unset] = UNSET,
        stale_days: Union[int, Unset] = UNSET,
        sort: Union[Literal["latest", "oldest", "amount", "name", "nextStep"], Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
    ) -> Lanes:
        """Show a board: see `Client`."""
        return await in_thread(self._sync.lanes, id, q=q, owner_id=owner_id, label=label, amount_min=amount_min, amount_max=amount_max, overdue=overdue, stale_days=stale_days, sort=sort, stage_id=stage_id, limit=limit)


class AsyncReportsCalls:
    def __init__(self, sync: ReportsCalls) -> None:
        self._sync = sync

    async def weighted_pipeline(
        self,
        *,
        board_id: str,
    ) -> WeightedPipeline:
        """Weighted pipeline: see `Client`."""
        return await in_thread(self._sync.weighted_pipeline, board_id=board_id)

    async def this_month(
        self,
        *,
        board_id: str,
    ) -> ThisMonth:
        """This month: see `Client`."""
        return await in_thread(self._sync.this_month, board_id=board_id)

    async def summary(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
    ) -> PipelineSummary:
        """Pipeline summary: see `Client`."""
        return await in_thread(self._sync.summary, board_id=board_id)

    async def deal_progress(
        self,
        *,
        board_id: str,
    ) -> DealProgress:
        """Deal progress: see `Client`."""
        return await in_thread(self._sync.deal_progress, board_id=board_id)

    async def period(
        self,
        *,
        board_id: str,
        from_: Union[str, Unset] = UNSET,
        to: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
    ) -> PeriodReport:
        """Months: see `Client`."""
        return await in_thread(self._sync.period, board_id=board_id, from_=from_, to=to, owner_id=owner_id)

    async def funnel(
        self,
        *,
        board_id: str,
        from_: Union[str, Unset] = UNSET,
        to: Union[str, Unset] = UNSET,
    ) -> Funnel:
        """Funnel: see `Client`."""
        return await in_thread(self._sync.funnel, board_id=board_id, from_=from_, to=to)

    async def query(
        self,
        *,
        measure: Literal["count", "sum", "average", "win_rate", "days_in_stage", "days_to_close", "conversion"],
        group_by: Union[List[ReportsQueryItem], Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
        stage_id: Union[str, Unset] = UNSET,
        status: Union[Literal["open", "won", "dead", "all"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        label: Union[str, Unset] = UNSET,
        external_id: Union[str, Unset] = UNSET,
        amount_min: Union[int, Unset] = UNSET,
        amount_max: Union[int, Unset] = UNSET,
        quiet_days: Union[int, Unset] = UNSET,
        overdue: Union[bool, Unset] = UNSET,
        created_after: Union[str, Unset] = UNSET,
        created_before: Union[str, Unset] = UNSET,
        updated_since: Union[str, Unset] = UNSET,
        closed_after: Union[str, Unset] = UNSET,
        closed_before: Union[str, Unset] = UNSET,
        next_step_after: Union[str, Unset] = UNSET,
        next_step_before: Union[str, Unset] = UNSET,
        expected_close_after: Union[str, Unset] = UNSET,
        expected_close_before: Union[str, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        search: Union[str, Unset] = UNSET,
        entered_after: Union[str, Unset] = UNSET,
        entered_before: Union[str, Unset] = UNSET,
    ) -> PipelineQuery:
        """Query the pipeline: see `Client`."""
        return await in_thread(self._sync.query, measure=measure, group_by=group_by, board_id=board_id, stage_id=stage_id, status=status, owner_id=owner_id, label=label, external_id=external_id, amount_min=amount_min, amount_max=amount_max, quiet_days=quiet_days, overdue=overdue, created_after=created_after, created_before=created_before, updated_since=updated_since, closed_after=closed_after, closed_before=closed_before, next_step_after=next_step_after, next_step_before=next_step_before, expected_close_after=expected_close_after, expected_close_before=expected_close_before, q=q, search=search, entered_after=entered_after, entered_before=entered_before)

    async def forecast(
        self,
        *,
        by: Union[Literal["month", "quarter"], Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
    ) -> Forecast:
        """Forecast: see `Client`."""
        return await in_thread(self._sync.forecast, by=by, owner_id=owner_id, board_id=board_id)


class AsyncTemplatesCalls:
    def __init__(self, sync: TemplatesCalls) -> None:
        self._sync = sync

    async def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
    ) -> TemplateList:
        """List email templates: see `Client`."""
        return await in_thread(self._sync.list, limit=limit)

    @overload
    async def create(
        self,
        *,
        name: str,
        subject: str,
        body: str,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Template:
        ...

    @overload
    async def create(
        self,
        *,
        name: str,
        subject: str,
        body: str,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def create(
        self,
        *,
        name: str,
        subject: str,
        body: str,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Create an email template: see `Client`."""
        return await in_thread(self._sync.create, name=name, subject=subject, body=body, icon=icon, color=color, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    async def get(
        self,
        id: str,
    ) -> Template:
        """Get an email template: see `Client`."""
        return await in_thread(self._sync.get, id)

    @overload
    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        subject: Union[str, Unset] = UNSET,
        body: Union[str, Unset] = UNSET,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Template:
        ...

    @overload
    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        subject: Union[str, Unset] = UNSET,
        body: Union[str, Unset] = UNSET,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        subject: Union[str, Unset] = UNSET,
        body: Union[str, Unset] = UNSET,
        icon: Union[str, Unset] = UNSET,
        color: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Update an email template: see `Client`."""
        return await in_thread(self._sync.update, id, name=name, subject=subject, body=body, icon=icon, color=color, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Delete an email template: see `Client`."""
        return await in_thread(self._sync.delete, id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def use(
        self,
        id: str,
        *,
        deal_id: Union[Union[str, None], Unset] = UNSET,
        lead_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Used:
        ...

    @overload
    async def use(
        self,
        id: str,
        *,
        deal_id: Union[Union[str, None], Unset] = UNSET,
        lead_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def use(
        self,
        id: str,
        *,
        deal_id: Union[Union[str, None], Unset] = UNSET,
        lead_id: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Record the use of an email template: see `Client`."""
        return await in_thread(self._sync.use, id, deal_id=deal_id, lead_id=lead_id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    async def render(
        self,
        id: str,
        *,
        deal_id: Union[str, Unset] = UNSET,
        lead_id: Union[str, Unset] = UNSET,
    ) -> RenderedTemplate:
        """Fill an email template: see `Client`."""
        return await in_thread(self._sync.render, id, deal_id=deal_id, lead_id=lead_id)


class AsyncMatchCalls:
    def __init__(self, sync: MatchCalls) -> None:
        self._sync = sync

    async def find(
        self,
        *,
        email: str,
    ) -> Match:
        """Match an email address: see `Client`."""
        return await in_thread(self._sync.find, email=email)

    async def find_many(
        self,
        *,
        emails: List[str],
    ) -> MatchList:
        """Match email addresses: see `Client`."""
        return await in_thread(self._sync.find_many, emails=emails)

    async def duplicates(
        self,
        *,
        type: Literal["deal", "lead"],
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> DuplicateList:
        """List possible duplicates: see `Client`."""
        return await in_thread(self._sync.duplicates, limit=limit, cursor=cursor, type=type)

    def each_duplicates(
        self,
        *,
        type: Literal["deal", "lead"],
    ) -> AsyncIterator[MatchDuplicatesItem]:
        """Every item of `duplicates`, page after page."""
        return in_threads(self._sync.each_duplicates(type=type))


class AsyncWebhooksCalls:
    def __init__(self, sync: WebhooksCalls) -> None:
        self._sync = sync

    async def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        board_id: Union[str, Unset] = UNSET,
    ) -> WebhookList:
        """List webhook subscriptions: see `Client`."""
        return await in_thread(self._sync.list, limit=limit, cursor=cursor, board_id=board_id)

    def each(
        self,
        *,
        board_id: Union[str, Unset] = UNSET,
    ) -> AsyncIterator[Webhook]:
        """Every item of `list`, page after page."""
        return in_threads(self._sync.each(board_id=board_id))

    @overload
    async def create(
        self,
        *,
        board_id: str,
        url: str,
        events: List[EventType],
        label: Union[Union[str, None], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> WebhookWithSecret:
        ...

    @overload
    async def create(
        self,
        *,
        board_id: str,
        url: str,
        events: List[EventType],
        label: Union[Union[str, None], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def create(
        self,
        *,
        board_id: str,
        url: str,
        events: List[EventType],
        label: Union[Union[str, None], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Subscribe to events: see `Client`."""
        return await in_thread(self._sync.create, board_id=board_id, url=url, label=label, events=events, stage_filter=stage_filter, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)

    async def get(
        self,
        id: str,
    ) -> Webhook:
        """Get a webhook subscription: see `Client`."""
        return await in_thread(self._sync.get, id)

    @overload
    async def update(
        self,
        id: str,
        *,
        label: Union[Union[str, None], Unset] = UNSET,
        events: Union[List[EventType], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        active: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Webhook:
        ...

    @overload
    async def update(
        self,
        id: str,
        *,
        label: Union[Union[str, None], Unset] = UNSET,
        events: Union[List[EventType], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        active: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def update(
        self,
        id: str,
        *,
        label: Union[Union[str, None], Unset] = UNSET,
        events: Union[List[EventType], Unset] = UNSET,
        stage_filter: Union[List[str], Unset] = UNSET,
        active: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Update a webhook subscription: see `Client`."""
        return await in_thread(self._sync.update, id, label=label, events=events, stage_filter=stage_filter, active=active, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Deleted:
        ...

    @overload
    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Delete a webhook subscription: see `Client`."""
        return await in_thread(self._sync.delete, id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def rotate_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> WebhookWithSecret:
        ...

    @overload
    async def rotate_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def rotate_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Rotate a signing secret: see `Client`."""
        return await in_thread(self._sync.rotate_secret, id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Delivery:
        ...

    @overload
    async def test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Send a test event: see `Client`."""
        return await in_thread(self._sync.test, id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    async def deliveries(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> DeliveryList:
        """List a subscription's deliveries: see `Client`."""
        return await in_thread(self._sync.deliveries, id, limit=limit, cursor=cursor)

    def each_deliveries(
        self,
        id: str,
    ) -> AsyncIterator[Delivery]:
        """Every item of `deliveries`, page after page."""
        return in_threads(self._sync.each_deliveries(id))

    async def delivery(
        self,
        id: str,
        delivery_id: str,
    ) -> DeliveryWithBody:
        """Get a delivery: see `Client`."""
        return await in_thread(self._sync.delivery, id, delivery_id)

    @overload
    async def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Delivery:
        ...

    @overload
    async def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Send a delivery again: see `Client`."""
        return await in_thread(self._sync.redeliver, id, delivery_id, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)


class AsyncMembersCalls:
    def __init__(self, sync: MembersCalls) -> None:
        self._sync = sync

    async def list(
        self,
    ) -> List[MembersListAnswerItem]:
        """List members: see `Client`."""
        return await in_thread(self._sync.list)


class AsyncEmbedCalls:
    def __init__(self, sync: EmbedCalls) -> None:
        self._sync = sync

    @overload
    async def create_token(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> EmbedToken:
        ...

    @overload
    async def create_token(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def create_token(
        self,
        *,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Make an embed token: see `Client`."""
        return await in_thread(self._sync.create_token, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)


class AsyncEventsCalls:
    def __init__(self, sync: EventsCalls) -> None:
        self._sync = sync

    async def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        type: Union[Literal["deal", "note", "lead", "approval", "deal.created", "deal.updated", "deal.stage_changed", "deal.won", "deal.dead", "deal.reopened", "deal.deleted", "deal.restored", "deal.email_sent", "note.created", "note.updated", "note.deleted", "lead.created", "lead.updated", "lead.triaged", "lead.enriched", "lead.promoted", "lead.deleted", "approval.pending", "approval.done", "approval.declined", "approval.expired", "approval.stale", "approval.failed"], Unset] = UNSET,
        deal_id: Union[str, Unset] = UNSET,
        lead_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        order: Union[Literal["oldest", "newest"], Unset] = UNSET,
        wait: Union[int, Unset] = UNSET,
    ) -> ChangeList:
        """List changes: see `Client`."""
        return await in_thread(self._sync.list, limit=limit, cursor=cursor, since=since, type=type, deal_id=deal_id, lead_id=lead_id, owner_id=owner_id, actor=actor, order=order, wait=wait)

    def each(
        self,
        *,
        since: Union[str, Unset] = UNSET,
        type: Union[Literal["deal", "note", "lead", "approval", "deal.created", "deal.updated", "deal.stage_changed", "deal.won", "deal.dead", "deal.reopened", "deal.deleted", "deal.restored", "deal.email_sent", "note.created", "note.updated", "note.deleted", "lead.created", "lead.updated", "lead.triaged", "lead.enriched", "lead.promoted", "lead.deleted", "approval.pending", "approval.done", "approval.declined", "approval.expired", "approval.stale", "approval.failed"], Unset] = UNSET,
        deal_id: Union[str, Unset] = UNSET,
        lead_id: Union[str, Unset] = UNSET,
        owner_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        order: Union[Literal["oldest", "newest"], Unset] = UNSET,
        wait: Union[int, Unset] = UNSET,
    ) -> AsyncIterator[Change]:
        """Every item of `list`, page after page."""
        return in_threads(self._sync.each(since=since, type=type, deal_id=deal_id, lead_id=lead_id, owner_id=owner_id, actor=actor, order=order, wait=wait))


class AsyncAuditCalls:
    def __init__(self, sync: AuditCalls) -> None:
        self._sync = sync

    async def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        target: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        agent: Union[str, Unset] = UNSET,
        operation: Union[str, Unset] = UNSET,
        surface: Union[Literal["rest", "mcp", "rpc", "pages", "intake", "admin", "job"], Unset] = UNSET,
        request_id: Union[str, Unset] = UNSET,
        outcome: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
    ) -> AuditList:
        """List the audit log: see `Client`."""
        return await in_thread(self._sync.list, limit=limit, cursor=cursor, target=target, actor=actor, agent=agent, operation=operation, surface=surface, request_id=request_id, outcome=outcome, since=since, until=until)

    def each(
        self,
        *,
        target: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        agent: Union[str, Unset] = UNSET,
        operation: Union[str, Unset] = UNSET,
        surface: Union[Literal["rest", "mcp", "rpc", "pages", "intake", "admin", "job"], Unset] = UNSET,
        request_id: Union[str, Unset] = UNSET,
        outcome: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
    ) -> AsyncIterator[AuditEntry]:
        """Every item of `list`, page after page."""
        return in_threads(self._sync.each(target=target, actor=actor, agent=agent, operation=operation, surface=surface, request_id=request_id, outcome=outcome, since=since, until=until))

    async def export(
        self,
        *,
        target: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        agent: Union[str, Unset] = UNSET,
        operation: Union[str, Unset] = UNSET,
        surface: Union[Literal["rest", "mcp", "rpc", "pages", "intake", "admin", "job"], Unset] = UNSET,
        request_id: Union[str, Unset] = UNSET,
        outcome: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
    ) -> str:
        """Export the audit log: see `Client`."""
        return await in_thread(self._sync.export, target=target, actor=actor, agent=agent, operation=operation, surface=surface, request_id=request_id, outcome=outcome, since=since, until=until)


class AsyncUndoCalls:
    def __init__(self, sync: UndoCalls) -> None:
        self._sync = sync

    @overload
    async def run(
        self,
        *,
        request_id: Union[str, Unset] = UNSET,
        entry_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Undo:
        ...

    @overload
    async def run(
        self,
        *,
        request_id: Union[str, Unset] = UNSET,
        entry_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def run(
        self,
        *,
        request_id: Union[str, Unset] = UNSET,
        entry_id: Union[str, Unset] = UNSET,
        actor: Union[str, Unset] = UNSET,
        since: Union[str, Unset] = UNSET,
        until: Union[str, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Undo: see `Client`."""
        return await in_thread(self._sync.run, request_id=request_id, entry_id=entry_id, actor=actor, since=since, until=until, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)


class AsyncRulesCalls:
    def __init__(self, sync: RulesCalls) -> None:
        self._sync = sync

    async def list(
        self,
    ) -> CredentialRulesList:
        """List rules: see `Client`."""
        return await in_thread(self._sync.list)

    @overload
    async def set(
        self,
        credential: str,
        *,
        default: Union[Literal["allow", "ask", "deny"], Unset] = UNSET,
        operations: Union[Dict[str, Literal["allow", "ask", "deny"]], Unset] = UNSET,
        writes_per_hour: Union[Union[int, None], Unset] = UNSET,
        amount_change_percent: Union[Union[int, None], Unset] = UNSET,
        records: Union[Union[int, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> CredentialRules:
        ...

    @overload
    async def set(
        self,
        credential: str,
        *,
        default: Union[Literal["allow", "ask", "deny"], Unset] = UNSET,
        operations: Union[Dict[str, Literal["allow", "ask", "deny"]], Unset] = UNSET,
        writes_per_hour: Union[Union[int, None], Unset] = UNSET,
        amount_change_percent: Union[Union[int, None], Unset] = UNSET,
        records: Union[Union[int, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def set(
        self,
        credential: str,
        *,
        default: Union[Literal["allow", "ask", "deny"], Unset] = UNSET,
        operations: Union[Dict[str, Literal["allow", "ask", "deny"]], Unset] = UNSET,
        writes_per_hour: Union[Union[int, None], Unset] = UNSET,
        amount_change_percent: Union[Union[int, None], Unset] = UNSET,
        records: Union[Union[int, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Set a credential's rules: see `Client`."""
        return await in_thread(self._sync.set, credential, default=default, operations=operations, writes_per_hour=writes_per_hour, amount_change_percent=amount_change_percent, records=records, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run)


class AsyncApprovalsCalls:
    def __init__(self, sync: ApprovalsCalls) -> None:
        self._sync = sync

    async def list(
        self,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        status: Union[Literal["pending", "done", "declined", "expired", "stale", "failed"], Unset] = UNSET,
        credential: Union[str, Unset] = UNSET,
    ) -> ApprovalList:
        """List approvals: see `Client`."""
        return await in_thread(self._sync.list, limit=limit, cursor=cursor, status=status, credential=credential)

    def each(
        self,
        *,
        status: Union[Literal["pending", "done", "declined", "expired", "stale", "failed"], Unset] = UNSET,
        credential: Union[str, Unset] = UNSET,
    ) -> AsyncIterator[Approval]:
        """Every item of `list`, page after page."""
        return in_threads(self._sync.each(status=status, credential=credential))

    async def get(
        self,
        id: str,
    ) -> Approval:
        """Get an approval: see `Client`."""
        return await in_thread(self._sync.get, id)

    @overload
    async def approve(
        self,
        id: str,
        *,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Decision:
        ...

    @overload
    async def approve(
        self,
        id: str,
        *,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def approve(
        self,
        id: str,
        *,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Approve: see `Client`."""
        return await in_thread(self._sync.approve, id, alike=alike, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)

    @overload
    async def decline(
        self,
        id: str,
        *,
        reason: Union[str, Unset] = UNSET,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[False] = False,
    ) -> Decision:
        ...

    @overload
    async def decline(
        self,
        id: str,
        *,
        reason: Union[str, Unset] = UNSET,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: Literal[True],
    ) -> DryRun:
        ...

    async def decline(
        self,
        id: str,
        *,
        reason: Union[str, Unset] = UNSET,
        alike: Union[bool, Unset] = UNSET,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
    ) -> Any:
        """Decline: see `Client`."""
        return await in_thread(self._sync.decline, id, reason=reason, alike=alike, idempotency_key=idempotency_key, plan=plan, dry_run=dry_run, if_match=if_match)


class AsyncGroups:
    def __init__(self, sync: Groups) -> None:
        self.me = AsyncMeCalls(sync.me)
        self.deals = AsyncDealsCalls(sync.deals)
        self.notes = AsyncNotesCalls(sync.notes)
        self.leads = AsyncLeadsCalls(sync.leads)
        self.imports = AsyncImportsCalls(sync.imports)
        self.boards = AsyncBoardsCalls(sync.boards)
        self.reports = AsyncReportsCalls(sync.reports)
        self.templates = AsyncTemplatesCalls(sync.templates)
        self.match = AsyncMatchCalls(sync.match)
        self.webhooks = AsyncWebhooksCalls(sync.webhooks)
        self.members = AsyncMembersCalls(sync.members)
        self.embed = AsyncEmbedCalls(sync.embed)
        self.events = AsyncEventsCalls(sync.events)
        self.audit = AsyncAuditCalls(sync.audit)
        self.undo = AsyncUndoCalls(sync.undo)
        self.rules = AsyncRulesCalls(sync.rules)
        self.approvals = AsyncApprovalsCalls(sync.approvals)
