import { getDashboard, getFirstSteps, hideFirstSteps } from '#contract/timeline.ts';
import { presentAnnouncementSummary } from '#server/features/homes/announcements/present.ts';
import { summaryPresenter } from '#server/features/homes/meetings/list/present.ts';
import { meetingsOf } from '#server/features/homes/meetings/list/queries.ts';
import { canCreateMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import {
  pollsAnswerableAfter,
  waitingMinutes,
  waitingPolls,
  waitingResolutions,
} from '#server/features/views/waiting/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { hideSteps } from './commands.ts';
import {
  presentPeopleSnapshot,
  presentRecentDocument,
  presentTimeline,
  presentWaitingPoll,
  presentWaitingResolution,
} from './present.ts';
import {
  dashboardMeetings,
  dashboardPeople,
  firstSteps,
  newestDocuments,
  newestDocumentsMax,
  newestOfAllDocuments,
  timelineAnnouncements,
} from './queries.ts';

export const dashboardRoutes: readonly Route[] = [
  implementRead(getDashboard, {
    reads: {
      meetings: dashboardMeetings,
      announcements: timelineAnnouncements,
      polls: waitingPolls,
      resolutions: waitingResolutions,
      minutes: waitingMinutes,
      documents: newestDocuments,
      people: dashboardPeople,
    },
    paramsOf: ({ context, now }) => ({ meetings_end_after: pollsAnswerableAfter(context.config, now) }),
    more: {
      reads: { documents: newestOfAllDocuments },
      isNeeded: (_reader, { documents }) => documents.length < newestDocumentsMax && (documents[0]?.has_older ?? true),
    },
    answer({ context, reader, found, more }) {
      const { meetings, announcements, polls, documents, people } = found;
      const present = summaryPresenter(reader, context.config);
      const [next] = meetingsOf(meetings, 'next');
      return {
        next_meeting: next ? present(next) : null,
        waiting: meetingsOf(meetings, 'waiting').map(present),
        waiting_dates: meetingsOf(meetings, 'waiting_dates').map(present),
        waiting_polls: polls.map(presentWaitingPoll),
        waiting_resolutions: found.resolutions.map(presentWaitingResolution),
        waiting_minutes: [...found.minutes],
        timeline: presentTimeline({
          meetings: meetingsOf(meetings, 'timeline'),
          announcements,
          presentMeeting: present,
          presentAnnouncement: (row) => presentAnnouncementSummary(reader, row),
        }),
        recent_documents: (more?.documents ?? documents).map(presentRecentDocument),
        people: canSeePeople(reader) ? presentPeopleSnapshot(people) : null,
        can: { create: canCreateMeeting(reader) },
      };
    },
  }),

  implementRead(getFirstSteps, {
    reads: { done: firstSteps },
    answer: ({ found }) => found,
  }),

  implement(hideFirstSteps, async ({ scope }) => {
    await hideSteps(scope);
  }),
];
