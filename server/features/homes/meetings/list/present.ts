import type { DeletedMeeting } from '#contract/meetings.ts';
import type { DraftSummary, MeetingSummary } from '#contract/summaries.ts';
import { purgedAt } from '#domain/timings.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { DeletedMeetingRow } from '#server/features/homes/meetings/lifecycle/queries.ts';
import { canRespond, isClosed } from '#server/features/homes/meetings/meeting/policy.ts';
import { presentHead, presentStatus, presentTimes } from '#server/features/homes/meetings/meeting/present.ts';
import type { DraftSummaryRow, MeetingSummaryRow } from './queries.ts';

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
    is_adjourned: row.is_adjourned,
    can: { respond: canRespond(row, own, { areEditsClosed: areEditsClosed || row.is_adjourned }) },
  };
}

export function presentDeleted(row: DeletedMeetingRow): DeletedMeeting {
  return {
    id: row.id,
    title: row.title,
    start: row.starts_at?.toISOString() ?? null,
    finds_date: row.finds_date,
    deleted_at: row.deleted_at.toISOString(),
    purged_at: purgedAt(row.deleted_at).toISOString(),
  };
}
