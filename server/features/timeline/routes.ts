import { getDashboard } from '../../../contract/timeline.ts';
import { implement, type Route } from '../../http/implement.ts';
import { canCreateMeeting } from '../meetings/policy.ts';
import { presentMeetingSummary } from '../meetings/present.ts';
import { listPublished, listUpcoming, listWaiting } from '../meetings/summaries.ts';
import { presentRecentDocument, presentTimeline } from './present.ts';
import { listNewestDocuments, timelineMax, waitingMax } from './queries.ts';

export const timelineRoutes: readonly Route[] = [
  implement(getDashboard, async ({ scope }) => {
    const [next] = await listUpcoming(scope, 1);
    const waiting = await listWaiting(scope, waitingMax);
    const meetings = await listPublished(scope, timelineMax);
    const documents = await listNewestDocuments(scope);
    return {
      next_meeting: next ? presentMeetingSummary(next) : null,
      waiting: waiting.map(presentMeetingSummary),
      timeline: presentTimeline(meetings),
      recent_documents: documents.map(presentRecentDocument),
      can: { create: canCreateMeeting(scope) },
    };
  }),
];
