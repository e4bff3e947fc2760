import type { PaperRequest } from '#contract/paper-requests.ts';
import { isPaperDue, isPaperLate, paperStateOf } from '#domain/paper-requests.ts';
import type { PaperRow } from './queries.ts';

export function presentPaper(row: PaperRow, today: string) {
  const state = paperStateOf(row);
  const { submission_id: id, filename, byte_size: byteSize, sent_at: sentAt } = row;
  return {
    id: row.id,
    title: row.title,
    note: row.note,
    due_on: row.due_on,
    state,
    is_late: isPaperLate({ state, due_on: row.due_on }, today),
    more_time: row.more_until === null ? null : { until: row.more_until, reason: row.more_reason },
    sent_back: row.sent_back_at === null || row.is_waiting ? null : row.sent_back_reason,
    submission:
      id === null || filename === null || byteSize === null || sentAt === null
        ? null
        : {
            filename,
            byte_size: byteSize,
            page_count: row.page_count,
            note: row.submission_note ?? '',
            sent_at: sentAt.toISOString(),
          },
  };
}

export function presentPaperRequest(row: PaperRow, today: string): PaperRequest {
  const paper = presentPaper(row, today);
  return {
    ...paper,
    agenda_item_id: row.agenda_item_id,
    author_name: row.author_name,
    submission_id: row.is_waiting ? row.submission_id : null,
    is_new_version: row.is_waiting && row.document_id !== null,
    can: { accept: row.is_waiting, remind: isPaperDue(paper.state) },
  };
}
