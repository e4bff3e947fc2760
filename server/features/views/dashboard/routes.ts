import { getDashboard } from '#contract/timeline.ts';
import { listPublishedAnnouncements } from '#server/features/homes/announcements/base/queries.ts';
import { presentAnnouncementSummary } from '#server/features/homes/announcements/present.ts';
import { canCreateMeeting } from '#server/features/homes/meetings/base/policy.ts';
import { summaryPresenter } from '#server/features/homes/meetings/list/present.ts';
import {
  findNextMeeting,
  listPublished,
  listWaiting,
  listWaitingDates,
} from '#server/features/homes/meetings/list/queries.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { listPeopleRows } from '#server/features/members/people/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { presentPeopleSnapshot, presentRecentDocument, presentTimeline, presentWaitingPoll } from './present.ts';
import { listNewestDocuments, listWaitingPolls, timelineMax, waitingMax } from './queries.ts';

export const timelineRoutes: readonly Route[] = [
  implement(getDashboard, async ({ scope, context }) => {
    const present = summaryPresenter(scope, context.config);
    const next = await findNextMeeting(scope);
    const waiting = await listWaiting(scope, waitingMax);
    const waitingDates = await listWaitingDates(scope, waitingMax);
    const meetingsEndAfter = new Date(scope.now.getTime() - context.config.editsCloseMinutesAfter * 60_000);
    const waitingPolls = await listWaitingPolls(scope, { meetingsEndAfter, most: waitingMax });
    const meetings = await listPublished(scope, timelineMax);
    const announcements = await listPublishedAnnouncements(scope, { most: timelineMax });
    const documents = await listNewestDocuments(scope);
    return {
      next_meeting: next ? present(next) : null,
      waiting: waiting.map(present),
      waiting_dates: waitingDates.map(present),
      waiting_polls: waitingPolls.map(presentWaitingPoll),
      timeline: presentTimeline({
        meetings,
        announcements,
        presentMeeting: present,
        presentAnnouncement: (row) => presentAnnouncementSummary(scope, row),
      }),
      recent_documents: documents.map(presentRecentDocument),
      people: canSeePeople(scope) ? presentPeopleSnapshot(await listPeopleRows(scope, { withInactive: false })) : null,
      can: { create: canCreateMeeting(scope) },
    };
  }),
];
