import { pickDate } from '#contract/date-finding.ts';
import * as lifecycleEndpoints from '#contract/meeting-lifecycle.ts';
import * as endpoints from '#contract/meetings.ts';
import { visitBefore } from '#domain/visits.ts';
import type { Context } from '#server/context.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { audienceOfInput } from '#server/features/members/audience/commands.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { previewAudience, setAudience } from './audience/commands.ts';
import { loadMeetingForEdit } from './base/commands.ts';
import { canCreateMeeting, canEditMeeting, canReopen, hasMore } from './base/policy.ts';
import { presentHead } from './base/present.ts';
import { type LoadedMeeting, loadMeeting } from './base/queries.ts';
import { canSeeMeeting } from './base/visibility.ts';
import * as commands from './commands.ts';
import * as dateFinding from './date-finding/commands.ts';
import * as lifecycle from './lifecycle/commands.ts';
import { listDeleted, loadDeleted } from './lifecycle/queries.ts';
import { presentDeleted, presentDraft, summaryPresenter } from './list/present.ts';
import { listArchive, listArchiveYears, listDrafts, listFindingDate, listUpcoming } from './list/queries.ts';
import { noticeRoutes } from './notices/routes.ts';
import { presentMeeting } from './present.ts';
import { findDefaultMeeting, meetingMorePage, meetingPage, meetingPageParams, readMeetingPage } from './queries.ts';
import * as schedule from './schedule/commands.ts';

/** After a change. */
async function changedMeeting(scope: BoardScope, { config }: Context, meetingId: string) {
  const found = await readMeetingPage(scope, meetingId);
  if (!canSeeMeeting(scope, found.page)) throw notFound();
  return { meeting: presentMeeting(scope, config, found) };
}

async function loadForEditor(scope: BoardScope, meetingId: string): Promise<LoadedMeeting> {
  const meeting = await loadMeeting(scope, meetingId);
  authorize(canEditMeeting(scope, meeting));
  return meeting;
}

export const meetingRoutes: readonly Route[] = [
  implement(endpoints.listMeetings, async ({ scope, context, query }) => {
    const years = await listArchiveYears(scope);
    const year = query.year ?? years[0] ?? null;
    const mayCreate = canCreateMeeting(scope);
    const present = summaryPresenter(scope, context.config);
    return {
      upcoming: (await listUpcoming(scope)).map(present),
      finding_date: (await listFindingDate(scope)).map(present),
      drafts: mayCreate ? (await listDrafts(scope)).map(presentDraft) : [],
      archive_years: [...years],
      archive_year: year,
      archive: year === null ? [] : (await listArchive(scope, year)).map(present),
      deleted: mayCreate ? (await listDeleted(scope)).map(presentDeleted) : [],
      can: { create: mayCreate },
    };
  }),

  implement(endpoints.createMeeting, async ({ scope, context, body }) => {
    authorize(canCreateMeeting(scope));
    return changedMeeting(scope, context, await commands.createMeeting(scope, body));
  }),

  implementRead(endpoints.getMeeting, {
    reads: { page: meetingPage },
    paramsOf: ({ params, now }) => meetingPageParams({ now }, params.id),
    more: {
      reads: { more: meetingMorePage },
      isNeeded: (reader, { page }) => page !== null && hasMore(reader, page),
    },
    answer({ context, reader, found: { page }, more, now }) {
      if (page === null || !canSeeMeeting(reader, page)) throw notFound();
      if (page.own) {
        const visit = { boardId: reader.board.id, meetingId: page.id, memberId: reader.member.id, at: now };
        context.deferred.add(commands.meetingVisits, visit);
      }
      const lastVisit = visitBefore(page.own, now);
      return { meeting: presentMeeting(reader, context.config, { page, more: more?.more ?? null, lastVisit }) };
    },
  }),

  implement(endpoints.updateMeeting, async ({ scope, context, params, body }) => {
    const before = await loadMeetingForEdit(scope, params.id);
    const { id } = await commands.updateMeeting(scope, before, body);
    return changedMeeting(scope, context, id);
  }),

  implement(lifecycleEndpoints.duplicateMeeting, async ({ scope, context, params }) => {
    const meeting = await loadMeetingForEdit(scope, params.id);
    return changedMeeting(scope, context, await commands.duplicateMeeting(scope, meeting));
  }),

  implement(lifecycleEndpoints.getDefaultMeeting, async ({ scope }) => {
    authorize(canCreateMeeting(scope));
    return { default_meeting: await findDefaultMeeting(scope) };
  }),

  implement(lifecycleEndpoints.saveDefaultMeeting, async ({ scope, body }) => ({
    default_meeting: await commands.saveDefaultMeeting(scope, body),
  })),

  implement(endpoints.listPublishAudience, async ({ scope, params }) => {
    const meeting = await loadForEditor(scope, params.id);
    const people = await listPeopleOf(scope, await readAudience(scope, meeting.audience_id));
    const invited = people.map(presentAudienceMember);
    return {
      audience: presentHead(meeting).audience,
      recipients: invited.filter((each) => !each.is_pending),
      pending: invited.filter((each) => each.is_pending),
    };
  }),

  implement(endpoints.getMeetingAudience, async ({ scope, params }) => {
    const meeting = await loadForEditor(scope, params.id);
    const audience = await readAudience(scope, meeting.audience_id);
    return {
      audience: {
        whole_board: audience.wholeBoard,
        group_ids: [...audience.groupIds],
        member_ids: [...audience.memberIds],
      },
    };
  }),

  implement(endpoints.previewMeetingAudience, async ({ scope, params, body }) => {
    const meeting = await loadForEditor(scope, params.id);
    return previewAudience(scope, meeting, audienceOfInput(body.audience));
  }),

  implement(endpoints.setMeetingAudience, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const before = await loadMeetingForEdit(scope, params.id);
    const audience = audienceOfInput(body.audience);
    const { id } = await setAudience(scope, context.secrets, { lock, meeting: before, audience });
    return changedMeeting(scope, context, id);
  }),

  implement(endpoints.publishMeeting, async ({ scope, context, params }) => {
    const lock = await lockBoard(scope, 'audiences');
    const draft = await loadMeetingForEdit(scope, params.id);
    await lifecycle.publishMeeting(scope, context.secrets, { lock, draft });
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
    await schedule.rescheduleMeeting(scope, context, { lock, meeting, to });
    return changedMeeting(scope, context, meeting.id);
  }),

  implement(lifecycleEndpoints.cancelMeeting, async ({ scope, context, params }) => {
    await schedule.cancelMeeting(scope, context.config, await loadMeetingForEdit(scope, params.id));
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
    return {};
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
];
