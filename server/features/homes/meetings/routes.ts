import {
  createMeeting,
  getMeeting,
  getMeetingAudience,
  listMeetings,
  listPublishAudience,
  previewMeetingAudience,
  publishMeeting,
  setMeetingAudience,
  updateMeeting,
} from '#contract/meetings.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { authorize } from '#server/errors.ts';
import { audienceOfInput } from '#server/features/members/audience/commands.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { canCreateMeeting, canEditMeeting } from './base/policy.ts';
import { presentDeleted, presentDraft, presentHead, summaryPresenter } from './base/present.ts';
import { loadMeeting } from './base/queries.ts';
import * as commands from './commands.ts';
import { previewAudience, setAudience } from './invitees/audience.ts';
import { listDeleted, publishMeeting as publish } from './lifecycle/commands.ts';
import { deletionRoutes } from './lifecycle/deletion-routes.ts';
import { reopeningRoutes } from './lifecycle/reopening-routes.ts';
import { listArchive, listArchiveYears, listDrafts, listFindingDate, listUpcoming } from './list/queries.ts';
import { noticeRoutes } from './notices/routes.ts';
import { presentMeeting } from './queries.ts';
import { scheduleRoutes } from './schedule/schedule-routes.ts';
import { templateRoutes } from './templates/template-routes.ts';

export const meetingRoutes: readonly Route[] = [
  implement(listMeetings, async ({ scope, context, query }) => {
    const years = await listArchiveYears(scope);
    const year = query.year ?? years[0] ?? null;
    const mayCreate = canCreateMeeting(scope);
    const upcoming = await listUpcoming(scope);
    const findingDate = await listFindingDate(scope);
    const drafts = mayCreate ? await listDrafts(scope) : [];
    const archive = year === null ? [] : await listArchive(scope, year);
    const deleted = mayCreate ? await listDeleted(scope) : [];
    const present = summaryPresenter(scope, context.config);
    return {
      upcoming: upcoming.map(present),
      finding_date: findingDate.map(present),
      drafts: drafts.map(presentDraft),
      archive_years: [...years],
      archive_year: year,
      archive: archive.map(present),
      deleted: deleted.map(presentDeleted),
      can: { create: mayCreate },
    };
  }),

  implement(createMeeting, async ({ scope, context, body }) => {
    authorize(canCreateMeeting(scope));
    const meeting = await loadMeeting(scope, await commands.createMeeting(scope, body));
    return { meeting: await presentMeeting(scope, context.config, { meeting }) };
  }),

  implement(getMeeting, async ({ scope, context, params }) => {
    const meeting = await loadMeeting(scope, params.id);
    const lastVisit = await commands.rememberVisit(scope, meeting.id);
    return { meeting: await presentMeeting(scope, context.config, { meeting, lastVisit }) };
  }),

  implement(updateMeeting, async ({ scope, context, params, body }) => {
    const before = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canEditMeeting(scope, before));
    const meeting = await commands.updateMeeting(scope, before, body);
    return { meeting: await presentMeeting(scope, context.config, { meeting }) };
  }),

  implement(listPublishAudience, async ({ scope, params }) => {
    const meeting = await loadMeeting(scope, params.id);
    authorize(canEditMeeting(scope, meeting));
    const people = await listPeopleOf(scope, await readAudience(scope, meeting.audience_id));
    const invited = people.map(presentAudienceMember);
    return {
      audience: presentHead(meeting).audience,
      recipients: invited.filter((each) => !each.is_pending),
      pending: invited.filter((each) => each.is_pending),
    };
  }),

  implement(getMeetingAudience, async ({ scope, params }) => {
    const meeting = await loadMeeting(scope, params.id);
    authorize(canEditMeeting(scope, meeting));
    const audience = await readAudience(scope, meeting.audience_id);
    return {
      audience: {
        whole_board: audience.wholeBoard,
        group_ids: [...audience.groupIds],
        member_ids: [...audience.memberIds],
      },
    };
  }),

  implement(previewMeetingAudience, async ({ scope, params, body }) => {
    const meeting = await loadMeeting(scope, params.id);
    authorize(canEditMeeting(scope, meeting));
    return previewAudience(scope, meeting, audienceOfInput(body.audience));
  }),

  implement(setMeetingAudience, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const before = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canEditMeeting(scope, before));
    const audience = audienceOfInput(body.audience);
    const meeting = await setAudience(scope, context.secrets, { lock, meeting: before, audience });
    return { meeting: await presentMeeting(scope, context.config, { meeting }) };
  }),

  implement(publishMeeting, async ({ scope, context, params }) => {
    const lock = await lockBoard(scope, 'audiences');
    const draft = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canEditMeeting(scope, draft));
    await publish(scope, context.secrets, { lock, draft });
    const meeting = await loadMeeting(scope, params.id);
    return { meeting: await presentMeeting(scope, context.config, { meeting }) };
  }),

  ...scheduleRoutes,
  ...deletionRoutes,
  ...reopeningRoutes,
  ...noticeRoutes,
  ...templateRoutes,
];
