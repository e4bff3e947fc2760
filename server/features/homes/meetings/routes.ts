import { pickDate } from '#contract/date-finding.ts';
import * as lifecycleEndpoints from '#contract/meeting-lifecycle.ts';
import * as endpoints from '#contract/meetings.ts';
import { sortPeople } from '#domain/identity.ts';
import { restorableSince } from '#domain/timings.ts';
import { visitBefore } from '#domain/visits.ts';
import type { Context } from '#server/context.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope, Reader } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { audienceOfInput } from '#server/features/members/audience/commands.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { meetingVisits } from '#server/features/papers/documents/visits/commands.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { previewAudience, setAudience } from './audience/commands.ts';
import * as commands from './commands.ts';
import * as dateFinding from './date-finding/commands.ts';
import * as lifecycle from './lifecycle/commands.ts';
import { deletedMeetings, loadDeleted } from './lifecycle/queries.ts';
import { presentDeleted, presentDraft, summaryPresenter } from './list/present.ts';
import { archiveYears, draftsOf, meetingLists, meetingsOf } from './list/queries.ts';
import { loadMeetingForEdit } from './meeting/commands.ts';
import { canCreateMeeting, canEditMeeting, canReopen, hasMore } from './meeting/policy.ts';
import { presentHead } from './meeting/present.ts';
import { type LoadedMeeting, loadMeeting } from './meeting/queries.ts';
import { canReadMeeting, canSeeMeeting } from './meeting/visibility.ts';
import { noticeRoutes } from './notices/routes.ts';
import { presentMeeting, presentPreview } from './present.ts';
import {
  defaultMeeting,
  meetingAudience,
  meetingMorePage,
  meetingPage,
  meetingPageParams,
  meetingRecipients,
  plainMeeting,
  readMeetingPage,
} from './queries.ts';
import * as schedule from './schedule/commands.ts';
import { showingRoutes } from './showing/routes.ts';

async function changedMeeting(scope: BoardScope, { config }: Context, meetingId: string) {
  const found = await readMeetingPage(scope, meetingId);
  return { meeting: presentMeeting(scope, config, found) };
}

function editableMeeting<Row extends LoadedMeeting>(reader: Reader, meeting: Row | null): Row {
  if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
  authorize(canEditMeeting(reader, meeting));
  return meeting;
}

export const meetingRoutes: readonly Route[] = [
  implementRead(endpoints.listMeetings, {
    reads: { meetings: meetingLists, years: archiveYears },
    paramsOf: ({ query, now }) => ({ year: query.year ?? null, restorable_since: restorableSince(now) }),
    more: { reads: { deleted: deletedMeetings }, isNeeded: canCreateMeeting },
    answer({ context, query, reader, found: { meetings, years }, more }) {
      const present = summaryPresenter(reader, context.config);
      const [next] = meetingsOf(meetings, 'next');
      return {
        next: next ? present(next) : null,
        upcoming: meetingsOf(meetings, 'upcoming').map(present),
        finding_date: meetingsOf(meetings, 'finding_date').map(present),
        drafts: draftsOf(meetings).map(presentDraft),
        archive_years: years.map((row) => row.year),
        archive_year: query.year ?? years[0]?.year ?? null,
        archive: meetingsOf(meetings, 'archive').toReversed().map(present),
        deleted: more?.deleted.map(presentDeleted) ?? [],
        can: { create: canCreateMeeting(reader) },
      };
    },
  }),

  implement(endpoints.createMeeting, async ({ scope, context, body }) => {
    authorize(canCreateMeeting(scope));
    return changedMeeting(scope, context, await commands.createMeeting(scope, body));
  }),

  implementRead(endpoints.getMeeting, {
    reads: { page: meetingPage },
    paramsOf: ({ params, now }) => meetingPageParams({ now }, params.id),
    more: {
      reads: { rest: meetingMorePage },
      isNeeded: (reader, { page }) => page !== null && canSeeMeeting(reader, page) && hasMore(reader, page),
    },
    answer({ context, reader, query, found: { page }, more, now }) {
      if (page === null || !canReadMeeting(reader, page)) throw notFound();
      if (page.own && query.quiet === undefined) {
        const visit = { boardId: reader.board.id, homeId: page.id, memberId: reader.member.id, at: now };
        context.deferred.add(meetingVisits, visit);
      }
      const lastVisit = visitBefore(page.own, now);
      return { meeting: presentMeeting(reader, context.config, { page, more: more?.rest ?? null, lastVisit }) };
    },
  }),

  implement(endpoints.updateMeeting, async ({ scope, context, params, body }) => {
    const before = await loadMeetingForEdit(scope, params.id);
    const { id } = await commands.updateMeeting(scope, before, body);
    return changedMeeting(scope, context, id);
  }),

  implement(lifecycleEndpoints.duplicateMeeting, async ({ scope, context, params }) => {
    await lockBoard(scope, 'audiences');
    const meeting = await loadMeetingForEdit(scope, params.id);
    return changedMeeting(scope, context, await commands.duplicateMeeting(scope, meeting));
  }),

  implementRead(lifecycleEndpoints.getDefaultMeeting, {
    reads: { chosen: defaultMeeting },
    answer({ reader, found: { chosen } }) {
      authorize(canCreateMeeting(reader));
      return { default_meeting: chosen ?? plainMeeting };
    },
  }),

  implement(lifecycleEndpoints.saveDefaultMeeting, async ({ scope, body }) => ({
    default_meeting: await commands.saveDefaultMeeting(scope, body),
  })),

  implementRead(endpoints.listPublishAudience, {
    reads: { meeting: meetingRecipients },
    answer({ reader, found }) {
      const meeting = editableMeeting(reader, found.meeting);
      const invited = sortPeople(meeting.people).map(presentAudienceMember);
      return {
        audience: presentHead(meeting).audience,
        recipients: invited.filter((each) => !each.is_pending),
        pending: invited.filter((each) => each.is_pending),
        faults: [...meeting.faults],
      };
    },
  }),

  implementRead(endpoints.getMeetingAudience, {
    reads: { meeting: meetingAudience },
    answer: ({ reader, found }) => ({ audience: editableMeeting(reader, found.meeting).named }),
  }),

  implement(endpoints.previewMeetingAudience, async ({ scope, params, body }) => {
    const meeting = editableMeeting(scope, await loadMeeting(scope, params.id));
    return previewAudience(scope, meeting, audienceOfInput(body.audience));
  }),

  implement(endpoints.setMeetingAudience, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const before = await loadMeetingForEdit(scope, params.id);
    const audience = audienceOfInput(body.audience);
    const { id } = await setAudience(scope, context.secrets, { lock, meeting: before, audience });
    return changedMeeting(scope, context, id);
  }),

  implement(endpoints.previewPublishing, async ({ scope, context, params, body }) => {
    const draft = editableMeeting(scope, await loadMeeting(scope, params.id));
    return presentPreview(await lifecycle.previewPublishing(scope, context, { draft, note: body.note }));
  }),

  implement(
    endpoints.sendPublishPreview,
    async ({ scope, context, params, body }) => {
      const draft = editableMeeting(scope, await loadMeeting(scope, params.id));
      await lifecycle.sendPreview(scope, context.secrets, { draft, note: body.note });
    },
    { limit: { name: 'preview-mail', points: 10, seconds: 900, per: 'user' } },
  ),

  implement(endpoints.publishMeeting, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const draft = await loadMeetingForEdit(scope, params.id);
    await lifecycle.publishMeeting(scope, context.secrets, { lock, draft, note: body.note });
    return changedMeeting(scope, context, draft.id);
  }),

  implement(pickDate, async ({ scope, context, params }) => {
    const lock = await lockBoard(scope, 'audiences');
    const meeting = await loadMeetingForEdit(scope, params.id);
    await dateFinding.pickDate(scope, context.secrets, { lock, meeting, optionId: params.option_id });
    return changedMeeting(scope, context, meeting.id);
  }),

  implement(lifecycleEndpoints.rescheduleMeeting, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const meeting = await loadMeetingForEdit(scope, params.id);
    const to = { type: body.type, start: new Date(body.start), end: new Date(body.end) };
    await schedule.rescheduleMeeting(scope, context, { lock, meeting, to, note: body.note });
    return changedMeeting(scope, context, meeting.id);
  }),

  implement(lifecycleEndpoints.cancelMeeting, async ({ scope, context, params, body }) => {
    const meeting = await loadMeetingForEdit(scope, params.id);
    await schedule.cancelMeeting(scope, context.config, { meeting, note: body.note });
    return changedMeeting(scope, context, params.id);
  }),

  implement(lifecycleEndpoints.restoreMeeting, async ({ scope, context, params }) => {
    const lock = await lockBoard(scope, 'audiences');
    const meeting = await loadMeetingForEdit(scope, params.id);
    await schedule.restoreMeeting(scope, context, { lock, meeting });
    return changedMeeting(scope, context, meeting.id);
  }),

  implement(endpoints.deleteMeeting, async ({ scope, params }) => {
    await lifecycle.deleteMeeting(scope, await loadMeetingForEdit(scope, params.id));
  }),

  implement(lifecycleEndpoints.undeleteMeeting, async ({ scope, context, params }) => {
    const lock = await lockBoard(scope, 'audiences');
    const deleted = await loadDeleted(scope, params.id);
    await lifecycle.undeleteMeeting(scope, context.secrets, { lock, deleted });
    return changedMeeting(scope, context, deleted.id);
  }),

  implement(lifecycleEndpoints.reopenMeeting, async ({ scope, context, params }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canReopen(scope));
    await lifecycle.reopenMeeting(scope, context.config, meeting);
    return changedMeeting(scope, context, meeting.id);
  }),

  implement(lifecycleEndpoints.closeMeeting, async ({ scope, context, params }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canReopen(scope));
    await lifecycle.closeMeeting(scope, meeting);
    return changedMeeting(scope, context, meeting.id);
  }),

  ...noticeRoutes,
  ...showingRoutes,
];
