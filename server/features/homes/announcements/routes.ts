import * as endpoints from '#contract/announcements.ts';
import { restorableSince } from '#domain/timings.ts';
import { isVisitDue, visitBefore } from '#domain/visits.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { announcementVisits } from '#server/features/papers/documents/visits/commands.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { canCreateAnnouncement, canEditAnnouncement, hasMore } from './announcement/policy.ts';
import {
  type AnnouncementSummaryRow,
  deletedAnnouncements,
  draftAnnouncements,
  loadAnnouncement,
  scheduledAnnouncements,
} from './announcement/queries.ts';
import { canSeeAnnouncement } from './announcement/visibility.ts';
import * as commands from './commands.ts';
import {
  presentAnnouncement,
  presentAnnouncementSummary,
  presentDeletedAnnouncement,
  presentReaders,
} from './present.ts';
import {
  announcementMorePage,
  announcementPage,
  announcementPageParams,
  pageSize,
  publishedAnnouncements,
  readAnnouncementPage,
} from './queries.ts';
import { readersPage } from './readers/queries.ts';

async function loadForEdit(scope: BoardScope, id: string) {
  const item = await loadAnnouncement(scope, id, { lock: 'update' });
  authorize(canEditAnnouncement(scope, item));
  return item;
}

async function present(scope: BoardScope, id: string) {
  const read = await readAnnouncementPage(scope, id);
  return { announcement: presentAnnouncement(scope, { ...read, lastVisit: null }) };
}

export const announcementRoutes: readonly Route[] = [
  implementRead(endpoints.listAnnouncements, {
    reads: { published: publishedAnnouncements },
    paramsOf({ query, now }) {
      const { before, before_id: beforeId } = query;
      const isFirst = before === undefined || beforeId === undefined;
      return {
        before: isFirst ? null : new Date(before),
        before_id: isFirst ? null : beforeId,
        restorable_since: restorableSince(now),
      };
    },
    more: {
      reads: { scheduled: scheduledAnnouncements, drafts: draftAnnouncements, deleted: deletedAnnouncements },
      isNeeded: (reader, _found, { before }) => before === null && canCreateAnnouncement(reader),
    },
    answer({ reader, found: { published }, more }) {
      const summary = (row: AnnouncementSummaryRow) => presentAnnouncementSummary(reader, row);
      return {
        published: published.slice(0, pageSize).map(summary),
        has_more: published.length > pageSize,
        can: { create: canCreateAnnouncement(reader) },
        scheduled: more?.scheduled.map(summary) ?? [],
        drafts: more?.drafts.map(summary) ?? [],
        deleted: more?.deleted.map(presentDeletedAnnouncement) ?? [],
      };
    },
  }),

  implement(endpoints.createAnnouncement, async ({ scope, body }) => {
    authorize(canCreateAnnouncement(scope));
    return present(scope, await commands.createAnnouncement(scope, body));
  }),

  implementRead(endpoints.getAnnouncement, {
    reads: { page: announcementPage },
    paramsOf: ({ params, now }) => announcementPageParams({ now }, params.id),
    more: {
      reads: { rest: announcementMorePage },
      isNeeded: (reader, { page }) => page !== null && canSeeAnnouncement(reader, page) && hasMore(reader, page),
    },
    answer({ context, reader, now, found: { page }, more }) {
      if (page === null || !canSeeAnnouncement(reader, page)) throw notFound();
      const isPublished = page.state === 'published';
      const visit = { boardId: reader.board.id, homeId: page.id, memberId: reader.member.id, at: now };
      if (isPublished && isVisitDue(page, now)) context.deferred.add(announcementVisits, visit);
      const lastVisit = isPublished ? visitBefore(page, now) : null;
      return { announcement: presentAnnouncement(reader, { page, more: more?.rest ?? null, lastVisit }) };
    },
  }),

  implement(endpoints.updateAnnouncement, async ({ scope, context, params, body }) => {
    await lockBoard(scope, 'audiences');
    const before = await loadForEdit(scope, params.id);
    await commands.updateAnnouncement(scope, context.secrets, { before, body });
    return present(scope, before.id);
  }),

  implement(endpoints.publishAnnouncement, async ({ scope, context, params, body }) => {
    await lockBoard(scope, 'audiences');
    const item = await loadForEdit(scope, params.id);
    if (body.publish_on === null) await commands.publishAnnouncement(scope, context.secrets, item);
    else await commands.scheduleAnnouncement(scope, item, new Date(body.publish_on));
    return present(scope, item.id);
  }),

  implement(endpoints.unpublishAnnouncement, async ({ scope, params }) => {
    const item = await loadForEdit(scope, params.id);
    await commands.unpublishAnnouncement(scope, item);
    return present(scope, item.id);
  }),

  implement(endpoints.deleteAnnouncement, async ({ scope, params }) => {
    await commands.deleteAnnouncement(scope, await loadForEdit(scope, params.id));
  }),

  implement(endpoints.undeleteAnnouncement, async ({ scope, params }) => {
    await lockBoard(scope, 'audiences');
    await commands.undeleteAnnouncement(scope, params.id);
    return present(scope, params.id);
  }),

  implementRead(endpoints.listAnnouncementReaders, {
    reads: { page: readersPage },
    answer({ reader, found: { page } }) {
      if (page === null || !canSeeAnnouncement(reader, page)) throw notFound();
      authorize(canEditAnnouncement(reader, page));
      return presentReaders(page);
    },
  }),
];
