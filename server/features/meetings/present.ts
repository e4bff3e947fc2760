import type { AgendaItem, Invitee, Meeting, MeetingStatus, MeetingSummary } from '../../../contract/meetings.ts';
import { presentDocument } from '../documents/present.ts';
import type { DocumentRow } from '../documents/queries.ts';
import type { AgendaItemRow, InviteeRow, listInvitees, MeetingRow } from './queries.ts';
import type { MeetingSummaryRow } from './summaries.ts';

export function presentMeetingSummary(row: MeetingSummaryRow): MeetingSummary {
  const { acceptance, attendance } = row;
  return {
    ...presentHead(row),
    agenda_item_count: row.agenda_item_count,
    document_count: row.document_count,
    meeting_status:
      acceptance === null || attendance === null
        ? null
        : presentStatus({ acceptance, attendance, answered_at: row.answered_at }),
  };
}

/** The items with their documents, and the documents that stand under none. */
export function presentAgenda(given: {
  readonly items: readonly AgendaItemRow[];
  readonly documents: readonly DocumentRow[];
  readonly lastVisit: Date | null;
}): Pick<Meeting, 'agenda_items' | 'documents'> {
  const reader = { lastVisit: given.lastVisit };
  const byItem = Map.groupBy(given.documents, (document) => document.agenda_item_id);
  return {
    agenda_items: given.items.map((item) => presentAgendaItem(item, byItem.get(item.id) ?? [], reader)),
    documents: (byItem.get(null) ?? []).map((document) => presentDocument(document, reader)),
  };
}

export function presentAgendaItem(
  item: AgendaItemRow,
  documents: readonly DocumentRow[],
  reader: { readonly lastVisit: Date | null },
): AgendaItem {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    presenter: item.presenter,
    minutes: item.minutes,
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

/** What lists and the whole meeting share. */
export function presentHead(
  row: Pick<MeetingRow, 'id' | 'title' | 'type' | 'state' | 'starts_at' | 'ends_at' | 'location'>,
) {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    state: row.state,
    start: row.starts_at.toISOString(),
    end: row.ends_at.toISOString(),
    location: row.location,
  };
}

export function presentInvitee(row: Awaited<ReturnType<typeof listInvitees>>[number]): Invitee {
  return {
    member_id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    slug: row.slug,
    img_url: row.img_url,
    is_pending: row.status === 'invited',
    meeting_status: presentStatus(row),
  };
}
