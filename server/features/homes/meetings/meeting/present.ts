import type { AgendaItem, Invitee, Meeting } from '#contract/meetings.ts';
import type { MeetingStatus } from '#contract/summaries.ts';
import { audienceText } from '#domain/audience.ts';
import { knownName } from '#domain/identity.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import type { DocumentRow } from '#server/features/papers/documents/queries.ts';
import type { AgendaItemRow, InviteeOfList, InviteeRow, MeetingRow } from './queries.ts';

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
    kind: item.kind,
    presenter: item.presenter_name ?? item.presenter,
    presenter_id: reader.seesPeople ? item.presenter_id : null,
    presenter_slug: reader.seesPeople ? item.presenter_slug : null,
    minutes: item.minutes,
    revision: item.revision,
    documents: documents.map((document) => presentDocument(document, reader)),
    withheld: item.withheld && {
      by: reader.seesPeople ? item.withheld.by : null,
      at: item.withheld.withheld_at.toISOString(),
      reason: item.withheld.reason,
    },
  };
}

export function presentStatus(row: Pick<InviteeRow, 'acceptance' | 'attendance' | 'answered_at'>): MeetingStatus {
  return {
    acceptance: row.acceptance,
    attendance: row.attendance,
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}

export const presentTimes = (row: Pick<MeetingRow, 'starts_at' | 'ends_at'>) => ({
  start: row.starts_at?.toISOString() ?? null,
  end: row.ends_at?.toISOString() ?? null,
});

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

export function presentInvitee(row: InviteeOfList): Invitee {
  return {
    member_id: row.id,
    name: knownName(row),
    slug: row.removed_at === null ? row.slug : null,
    img_url: row.img_url,
    is_pending: row.status === 'invited',
    meeting_status: presentStatus(row),
  };
}
