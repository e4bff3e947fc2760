import {
  type CalendarFeed,
  listFeeds,
  openFeed as openEndpoint,
  renewFeed as renewEndpoint,
  subscribeToAnyCalendar,
  subscribeToCalendar,
} from '#contract/calendar.ts';
import { type CalendarType, subscribeAddress } from '#domain/calendar.ts';
import type { Context } from '#server/context.ts';
import { withBoardScope } from '#server/db/board-scope.ts';
import { boardOfMeeting, findMagicLink, type MagicLink } from '#server/db/find-board.ts';
import { notFound } from '#server/errors.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { type FileAnswer, implement, type RequestContext, type Route } from '#server/http/implement.ts';
import { isOwnNavigation } from '#server/http/navigation.ts';
import { openFeed, ownFeed, renewFeed } from './commands.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const feedRoutes: readonly Route[] = [
  implement(listFeeds, async ({ context, session }) => {
    const boards = await listUserBoards(context, session.userId);
    const open = boards.filter(({ board }) => !board.suspended && !board.two_factor_missing);
    const feeds: CalendarFeed[] = [];
    for (const { board } of open) {
      const who = { boardId: board.board_info.board_id, userId: session.userId };
      const feed = await withBoardScope(context, who, (scope) => ownFeed(scope, context));
      if (feed !== null) feeds.push(feed);
    }
    return { feeds };
  }),

  implement(renewEndpoint, async ({ context, session, body }) => {
    const who = { boardId: body.board_id, userId: session.userId };
    return { feed: await withBoardScope(context, who, (scope) => renewFeed(scope, context)) };
  }),

  implement(openEndpoint, async ({ context, params }) => openFeed(context, params.file)),

  implement(subscribeToCalendar, async ({ context, request: visit, params }) => {
    const { id, type } = params;
    const isMeeting = uuid.test(id);
    const link = isMeeting ? null : await findMagicLink(context, id);
    const shortname = link && (await shortnameOf(context, link));
    const meetingId = link?.via.kind === 'magic' ? link.via.meetingId : isMeeting ? id : null;
    const page = subscribePage({ type, meetingId, shortname });
    if (!visit.session) return toLogin(page, shortname);
    const boardId = isMeeting
      ? await boardOfMeeting(context.db, { meetingId: id, userId: visit.session.userId })
      : (link?.boardId ?? null);
    if (isMeeting && boardId !== null) {
      const who = { boardId, userId: visit.session.userId };
      // A meeting that is not for the reader is not there.
      await withBoardScope(context, who, (scope) => loadMeeting(scope, id));
    }
    return toVendor(context, visit, { boardId, type, page });
  }),

  implement(subscribeToAnyCalendar, async ({ context, request: visit, params }) => {
    const page = subscribePage({ type: params.type, meetingId: null, shortname: null });
    if (!visit.session) return toLogin(page, null);
    return toVendor(context, visit, { boardId: visit.session.boardId, type: params.type, page });
  }),
];

/** Where the reader subscribes by a button of ours: at the meeting, or at their own feeds where there is none. */
function subscribePage(to: {
  readonly type: CalendarType;
  readonly meetingId: string | null;
  readonly shortname: string | null;
}): string {
  if (to.meetingId !== null) return `/meetings/${to.meetingId}?calendar=${to.type}`;
  return `/account?calendar=${to.type}${boardQuery(to.shortname)}`;
}

const boardQuery = (shortname: string | null): string => (shortname === null ? '' : `&board=${shortname}`);

/** Logging in, on the board of the link, leads to that page. */
const toLogin = (page: string, shortname: string | null): FileAnswer => ({
  kind: 'redirect',
  url: `/login?next=${encodeURIComponent(page)}${boardQuery(shortname)}`,
});

const shortnameOf = (context: Context, { boardId, userId, via }: MagicLink): Promise<string> =>
  withBoardScope(context, { boardId, userId, via }, async ({ board }) => board.shortname);

/**
 * The vendor's own page, or webcal:, with the secret address of the member's feed. Whoever was sent here by another site's
 * page is asked first: that page must not have their browser hand the address over.
 */
async function toVendor(
  context: Context,
  visit: RequestContext,
  to: { readonly boardId: string | null; readonly type: CalendarType; readonly page: string },
): Promise<FileAnswer> {
  if (!visit.session || to.boardId === null) throw notFound();
  const who = { boardId: to.boardId, userId: visit.session.userId };
  const feed = await withBoardScope(context, who, (scope) => ownFeed(scope, context));
  if (feed === null) throw notFound();
  if (!isOwnNavigation(context, visit)) return { kind: 'redirect', url: to.page };
  return { kind: 'redirect', url: subscribeAddress(to.type, { address: feed.address, name: feed.title }) };
}
