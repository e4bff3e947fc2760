import type { z } from 'zod';
import type { getDashboard, timelineItem } from '../../../contract/timeline.ts';
import { sortTimeline, timelineSortDate } from '../../../domain/timeline.ts';
import { presentMeetingSummary } from '../meetings/present.ts';
import type { MeetingSummaryRow } from '../meetings/summaries.ts';
import type { listNewestDocuments } from './queries.ts';

type TimelineItem = z.output<typeof timelineItem>;
type RecentDocument = z.output<NonNullable<typeof getDashboard.answer>>['recent_documents'][number];

/** Newest first (specification, sections 3 and 4). */
export function presentTimeline(meetings: readonly MeetingSummaryRow[]): TimelineItem[] {
  const items = meetings.map((row) => {
    const dates = {
      itemType: 'meeting',
      start: row.starts_at.toISOString(),
      publish_on: row.published_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    } as const;
    return { id: row.id, ...dates, sortDate: timelineSortDate(dates), meeting: presentMeetingSummary(row) };
  });
  return [...sortTimeline(items)];
}

export function presentRecentDocument(row: Awaited<ReturnType<typeof listNewestDocuments>>[number]): RecentDocument {
  return {
    id: row.id,
    title: row.title,
    extension: row.extension,
    mime_type: row.mime_type,
    is_link: row.is_link,
    created_at: row.created_at.toISOString(),
    meeting_id: row.meeting_id,
    meeting_title: row.meeting_title,
    is_new: row.last_visited_at !== null && row.created_at > row.last_visited_at,
  };
}
