import type { z } from 'zod';
import type { AnnouncementSummary, MeetingSummary } from '#contract/summaries.ts';
import type { getDashboard, timelineItem } from '#contract/timeline.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import { sortTimeline, timelineSortDate } from '#domain/timeline.ts';
import type { ResultOf } from '#server/db/page-statement.ts';
import type { AnnouncementSummaryRow } from '#server/features/homes/announcements/announcement/queries.ts';
import type { MeetingSummaryRow } from '#server/features/homes/meetings/list/queries.ts';
import type { PersonRow } from '#server/features/members/people/queries.ts';
import type { waitingPolls, waitingResolutions } from '#server/features/views/waiting/queries.ts';
import { type NewestDocument, timelineMax } from './queries.ts';

type TimelineItem = z.output<typeof timelineItem>;
type Dashboard = z.output<NonNullable<typeof getDashboard.answer>>;
type RecentDocument = Dashboard['recent_documents'][number];

export function presentTimeline(given: {
  readonly meetings: readonly MeetingSummaryRow[];
  readonly announcements: readonly AnnouncementSummaryRow[];
  readonly presentMeeting: (row: MeetingSummaryRow) => MeetingSummary;
  readonly presentAnnouncement: (row: AnnouncementSummaryRow) => AnnouncementSummary;
}): TimelineItem[] {
  const meetings = given.meetings.map((row): TimelineItem => {
    const dates = {
      itemType: 'meeting',
      start: row.starts_at.toISOString(),
      publish_on: row.published_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    } as const;
    return { id: row.id, ...dates, sortDate: timelineSortDate(dates), meeting: given.presentMeeting(row) };
  });
  const announcements = given.announcements.map((row): TimelineItem => {
    const dates = {
      itemType: 'announcement',
      start: null,
      publish_on: row.publish_on?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    } as const;
    return {
      id: row.id,
      ...dates,
      sortDate: timelineSortDate(dates),
      announcement: given.presentAnnouncement(row),
    };
  });
  return [...sortTimeline([...meetings, ...announcements])].slice(0, timelineMax);
}

export function presentRecentDocument({ last_visited_at, has_older: _, ...row }: NewestDocument): RecentDocument {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    is_new: last_visited_at !== null && row.created_at > last_visited_at,
  };
}

const shownPeopleMax = 24;

export function presentPeopleSnapshot(rows: readonly PersonRow[]): NonNullable<Dashboard['people']> {
  const people = sortPeople(rows).map((row) => ({
    id: row.id,
    slug: row.slug,
    name: knownName(row),
    img_url: row.img_url,
    is_pending: row.status === 'invited',
  }));
  return {
    count: people.length,
    shown: people.slice(0, shownPeopleMax),
    pending: people.filter((person) => person.is_pending).map((person) => person.name),
  };
}

export const presentWaitingResolution = (row: ResultOf<typeof waitingResolutions>[number]) => ({
  ...row,
  ends_at: row.ends_at.toISOString(),
});

export const presentWaitingPoll = (row: ResultOf<typeof waitingPolls>[number]) => ({
  ...row,
  closes_at: row.closes_at?.toISOString() ?? null,
});
