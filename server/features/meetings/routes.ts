import {
  createMeeting,
  deleteMeeting,
  getMeeting,
  listMeetings,
  listPublishAudience,
  publishMeeting,
  updateMeeting,
} from '../../../contract/meetings.ts';
import { authorize } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';
import * as commands from './commands.ts';
import { canCreateMeeting, canEditMeeting } from './policy.ts';
import { presentMeetingSummary } from './present.ts';
import { publishMeeting as publish } from './publish.ts';
import { listAudience, loadMeeting } from './queries.ts';
import { listArchive, listArchiveYears, listDrafts, listUpcoming } from './summaries.ts';
import { presentMeeting } from './whole-meeting.ts';

export const meetingRoutes: readonly Route[] = [
  implement(listMeetings, async ({ scope, query }) => {
    const years = await listArchiveYears(scope);
    const year = query.year ?? years[0] ?? null;
    const mayCreate = canCreateMeeting(scope);
    const upcoming = await listUpcoming(scope);
    const drafts = mayCreate ? await listDrafts(scope) : [];
    const archive = year === null ? [] : await listArchive(scope, year);
    return {
      upcoming: upcoming.map(presentMeetingSummary),
      drafts: drafts.map(presentMeetingSummary),
      archive_years: [...years],
      archive_year: year,
      archive: archive.map(presentMeetingSummary),
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
    authorize(canEditMeeting(scope));
    const meeting = await commands.updateMeeting(scope, before, body);
    return { meeting: await presentMeeting(scope, context.config, { meeting }) };
  }),

  implement(listPublishAudience, async ({ scope, params }) => {
    await loadMeeting(scope, params.id);
    authorize(canEditMeeting(scope));
    const audience = (await listAudience(scope)).map((person) => ({
      isPending: person.status === 'invited',
      shown: { member_id: person.id, name: `${person.first_name} ${person.last_name}`, img_url: person.img_url },
    }));
    return {
      recipients: audience.filter((each) => !each.isPending).map((each) => each.shown),
      pending: audience.filter((each) => each.isPending).map((each) => each.shown),
    };
  }),

  implement(publishMeeting, async ({ scope, context, params }) => {
    const draft = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canEditMeeting(scope));
    await publish(scope, context.secrets, draft);
    const meeting = await loadMeeting(scope, params.id);
    return { meeting: await presentMeeting(scope, context.config, { meeting }) };
  }),

  implement(deleteMeeting, async ({ scope, params }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canEditMeeting(scope));
    await commands.deleteDraft(scope, meeting);
    return {};
  }),
];
