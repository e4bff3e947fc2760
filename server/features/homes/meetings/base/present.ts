import type { AgendaItem, DeletedMeeting, Invitee, Meeting } from '#contract/meetings.ts';
import type { DraftSummary, MeetingStatus, MeetingSummary } from '#contract/summaries.ts';
import { audienceText } from '#domain/audience.ts';
import { purgedAt } from '#domain/timings.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { DeletedMeetingRow } from '#server/features/homes/meetings/lifecycle/commands.ts';
import type { DraftSummaryRow, MeetingSummaryRow } from '#server/features/homes/meetings/list/queries.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import type { DocumentRow } from '#server/features/papers/documents/queries.ts';
import { canRespond, isClosed } from './policy.ts';
import type { AgendaItemRow, InviteeRow, listInvitees, MeetingRow } from './queries.ts';

/** Makes summaries for one reader at one moment. */
export function summaryPresenter(
  scope: Pick<BoardScope, 'now'>,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
): (row: MeetingSummaryRow) => MeetingSummary {
  return (row) => ({
    ...presentSummary(row, isClosed(scope, config, row)),
    start: row.starts_at.toISOString(),
    end: row.ends_at.toISOString(),
  });
}

export const presentDraft = (row: DraftSummaryRow): DraftSummary => ({
  ...presentSummary(row, false),
  ...presentTimes(row),
});

function presentSummary(row: DraftSummaryRow, areEditsClosed: boolean): Omit<MeetingSummary, 'start' | 'end'> {
  const { acceptance, attendance, answered_at } = row;
  const own = acceptance === null ? null : { acceptance, attendance, answered_at };
  return {
    ...presentHead(row),
    agenda_item_count: row.agenda_item_count,
    document_count: row.document_count,
    date_search: row.finds_date
      ? { option_count: row.date_option_count, unanswered_count: own === null ? 0 : row.unanswered_date_count }
      : null,
    meeting_status: own === null ? null : presentStatus(own),
    can: { respond: canRespond(row, own, { areEditsClosed }) },
  };
}

/** The items with their documents, and the documents that stand under none. */
export function presentAgenda(given: {
  readonly items: readonly AgendaItemRow[];
  readonly documents: readonly DocumentRow[];
  readonly lastVisit: Date | null;
  readonly seesPeople: boolean;
}): Pick<Meeting, 'agenda_items' | 'documents'> {
  const reader = { lastVisit: given.lastVisit, seesPeople: given.seesPeople };
  const byItem = Map.groupBy(given.documents, (document) => document.agenda_item_id);
  return {
    agenda_items: given.items.map((item) => presentAgendaItem(item, byItem.get(item.id) ?? [], reader)),
    documents: (byItem.get(null) ?? []).map((document) => presentDocument(document, reader)),
  };
}

export function presentAgendaItem(
  item: AgendaItemRow,
  documents: readonly DocumentRow[],
  reader: { readonly lastVisit: Date | null; readonly seesPeople: boolean },
): AgendaItem {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    depth: item.depth,
    purpose: item.purpose,
    presenter: item.presenter_name ?? item.presenter,
    presenter_id: reader.seesPeople ? item.presenter_id : null,
    presenter_slug: reader.seesPeople ? item.presenter_slug : null,
    minutes: item.minutes,
    revision: item.revision,
    documents: documents.map((document) => presentDocument(document, reader)),
  };
}

export function presentStatus(row: Pick<InviteeRow, 'acceptance' | 'attendance' | 'answered_at'>): MeetingStatus {
  return {
    acceptance: row.acceptance,
    attendance: row.attendance,
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}

/** Null of a draft that has no date yet. */
export const presentTimes = (row: Pick<MeetingRow, 'starts_at' | 'ends_at'>) => ({
  start: row.starts_at?.toISOString() ?? null,
  end: row.ends_at?.toISOString() ?? null,
});

/** What lists and the whole meeting share. */
export function presentHead(
  row: Pick<MeetingRow, 'id' | 'title' | 'type' | 'state' | 'finds_date' | 'location' | 'audience'>,
) {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    state: row.state,
    finds_date: row.finds_date,
    location: row.location,
    audience: audienceText(row.audience),
  };
}

export function presentInvitee(row: Awaited<ReturnType<typeof listInvitees>>[number]): Invitee {
  return {
    member_id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    slug: row.removed_at === null ? row.slug : null,
    img_url: row.img_url,
    is_pending: row.status === 'invited',
    meeting_status: presentStatus(row),
  };
}

export function presentDeleted(row: DeletedMeetingRow): DeletedMeeting {
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    start: row.starts_at?.toISOString() ?? null,
    finds_date: row.finds_date,
    deleted_at: row.deleted_at.toISOString(),
    purged_at: purgedAt(row.deleted_at).toISOString(),
  };
}
