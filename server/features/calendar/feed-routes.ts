import {
  listFeeds,
  openFeed as openEndpoint,
  renewFeed as renewEndpoint,
  subscribeToAnyCalendar,
  subscribeToCalendar,
} from '../../../contract/calendar.ts';
import { type CalendarType, subscribeAddress } from '../../../domain/calendar-types.ts';
import type { Context } from '../../context.ts';
import { boardOfMeeting } from '../../db/board-of.ts';
import { withBoardScope } from '../../db/board-scope.ts';
import { findMagicLink, type MagicLink } from '../../db/magic-link.ts';
import { notFound } from '../../errors.ts';
import { type FileAnswer, implement, type Route, type Visit } from '../../http/implement.ts';
import { listUserBoards } from '../boards/queries.ts';
import { openFeed, ownFeed, renewFeed } from './feeds.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const feedRoutes: readonly Route[] = [
  implement(listFeeds, async ({ context, session }) => {
    const boards = await listUserBoards(context, session.userId);
    const open = boards.filter(({ board }) => !board.suspended && !board.two_factor_missing);
    const feeds = [];
    for (const { board } of open) {
      const who = { boardId: board.board_info.board_id, userId: session.userId };
      feeds.push(await withBoardScope(context, who, (scope) => ownFeed(scope, context)));
    }
    return { feeds };
  }),

  implement(renewEndpoint, async ({ context, session, body }) => {
    const who = { boardId: body.board_id, userId: session.userId };
    return { feed: await withBoardScope(context, who, (scope) => renewFeed(scope, context)) };
  }),

  implement(openEndpoint, async ({ context, params }) => openFeed(context, params.file)),

  implement(subscribeToCalendar, async ({ context, visit, params }) => {
    const { session } = visit;
    // Logging in leads to the address to copy, with the type that was chosen.
    const link = uuid.test(params.id) ? null : await findMagicLink(context, params.id);
    if (!session) return toLogin(params.type, link && (await shortnameOf(context, link)));
    const boardId = uuid.test(params.id)
      ? await boardOfMeeting(context.db, { meetingId: params.id, userId: session.userId })
      : (link?.boardId ?? null);
    return toVendor(context, visit, { boardId, type: params.type });
  }),

  implement(subscribeToAnyCalendar, async ({ context, visit, params }) => {
    if (!visit.session) return toLogin(params.type, null);
    return toVendor(context, visit, { boardId: visit.session.boardId, type: params.type });
  }),
];

function toLogin(type: CalendarType, shortname: string | null): FileAnswer {
  const board = shortname === null ? '' : `&board=${shortname}`;
  return { kind: 'redirect', url: `/login?next=${encodeURIComponent(`/account?calendar=${type}${board}`)}${board}` };
}

/** The login and the account then open on the board of the link. */
const shortnameOf = (context: Context, { boardId, userId, via }: MagicLink): Promise<string> =>
  withBoardScope(context, { boardId, userId, via }, async ({ board }) => board.shortname);

/** The vendor's own page, or webcal:, with the address of the member's feed. */
async function toVendor(
  context: Context,
  visit: Visit,
  to: { readonly boardId: string | null; readonly type: CalendarType },
): Promise<FileAnswer> {
  if (!visit.session || to.boardId === null) throw notFound();
  const who = { boardId: to.boardId, userId: visit.session.userId };
  const feed = await withBoardScope(context, who, (scope) => ownFeed(scope, context));
  return { kind: 'redirect', url: subscribeAddress(to.type, { address: feed.address, name: feed.title }) };
}
