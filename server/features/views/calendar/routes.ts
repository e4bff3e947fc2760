import type { CalendarFeed } from '#contract/calendar.ts';
import * as endpoints from '#contract/calendar.ts';
import { addToCalendar, addToCalendarByMagic } from '#contract/calendar.ts';
import { addToCalendarAddress, type CalendarType, subscribeAddress } from '#domain/calendar.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { withBoardScope } from '#server/db/board-scope.ts';
import { boardOfMeeting, findMagicLink, type MagicLink } from '#server/db/find-board.ts';
import { notFound } from '#server/errors.ts';
import { isOpen, listUserBoards } from '#server/features/core/boards/queries.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { calendarBoard } from '#server/features/homes/meetings/meeting/calendar.ts';
import { type LoadedMeeting, loadMeeting, meetingOfReader } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { type FileAnswer, implement, implementRead, type RequestContext, type Route } from '#server/http/implement.ts';
import { isOwnNavigation } from '#server/http/navigation.ts';
import { contentDisposition } from '#server/http/send-file.ts';
import {
  calendarDescription,
  calendarFile,
  calendarFileType,
  calendarJoinUrl,
} from '#server/integrations/calendar/calendar-file.ts';
import { renewFeed } from './feeds/commands.ts';
import { presentFeedFile } from './feeds/present.ts';
import { ownFeed, readFeed } from './feeds/queries.ts';

export const calendarRoutes: readonly Route[] = [
  implementRead(addToCalendar, {
    reads: { meeting: meetingOfReader },
    answer({ context, reader, params, found: { meeting } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
      return calendarAnswer(reader, context.config, { meeting, type: params.type });
    },
  }),

  implement(addToCalendarByMagic, async ({ scope, context, params }) => {
    if (scope.via.kind !== 'magic') throw notFound();
    const loaded = await loadMeeting(scope, scope.via.meetingId);
    const meeting = canReadByLink(scope) ? loaded : { ...loaded, description: '' };
    return calendarAnswer(scope, context.config, { meeting, type: params.type });
  }),

  implement(endpoints.listFeeds, async ({ context, session }) => {
    const { userId, id: sessionId } = session;
    const open = (await listUserBoards(context, { userId, sessionId })).filter(isOpen);
    const feeds: CalendarFeed[] = [];
    for (const { board } of open) {
      const who = { boardId: board.board_info.board_id, userId, sessionId };
      const feed = await withBoardScope(context, who, (scope) => ownFeed(scope, context));
      if (feed !== null) feeds.push(feed);
    }
    return { feeds };
  }),

  implement(endpoints.renewFeed, async ({ context, session, body }) => {
    const who = { boardId: body.board_id, userId: session.userId, sessionId: session.id };
    return { feed: await withBoardScope(context, who, (scope) => renewFeed(scope, context)) };
  }),

  implement(endpoints.openFeed, async ({ context, params }) => presentFeedFile(await readFeed(context, params.file))),

  implement(endpoints.subscribeToCalendar, async ({ context, request, params }) => {
    const { id, type } = params;
    const isMeeting = uuid.test(id);
    const link = isMeeting ? null : await findMagicLink(context, id);
    const shortname = link && (await shortnameOf(context, link));
    const meetingId = link?.via.kind === 'magic' ? link.via.meetingId : isMeeting ? id : null;
    const page = subscribePage({ type, meetingId, shortname });
    if (!request.session) return toLogin(page, shortname);
    const boardId = isMeeting
      ? await boardOfMeeting(context.db, { meetingId: id, userId: request.session.userId })
      : (link?.boardId ?? null);
    if (isMeeting && boardId !== null) {
      const who = { boardId, userId: request.session.userId, sessionId: request.session.id };
      await withBoardScope(context, who, (scope) => loadMeeting(scope, id));
    }
    return toVendor(context, request, { boardId, type, page });
  }),

  implement(endpoints.subscribeToAnyCalendar, async ({ context, request, params }) => {
    const page = subscribePage({ type: params.type, meetingId: null, shortname: null });
    if (!request.session) return toLogin(page, null);
    return toVendor(context, request, { boardId: request.session.boardId, type: params.type, page });
  }),
];

function calendarAnswer(
  reader: Reader,
  config: Config,
  given: { readonly meeting: LoadedMeeting; readonly type: CalendarType },
): FileAnswer {
  const { meeting, type } = given;
  if (meeting.state === 'draft' || meeting.finds_date) throw notFound();
  const board = calendarBoard(reader.board, config);
  const { timeZone, baseUrl } = board;
  const url = addToCalendarAddress(type, {
    title: meeting.title,
    start: meeting.starts_at,
    end: meeting.ends_at,
    description: calendarDescription({ meeting, baseUrl }).slice(0, vendorDescriptionCharactersMax),
    location: meeting.location || calendarJoinUrl(meeting),
    timeZone,
  });
  if (url !== null) return { kind: 'redirect', url };
  return {
    kind: 'text',
    headers: {
      'content-type': calendarFileType(meeting),
      'content-disposition': contentDisposition('attachment', {
        title: meeting.title,
        extension: 'ics',
        plainName: 'meeting',
      }),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    text: calendarFile({ ...board, meeting, now: reader.now }),
  };
}

/** Calendar vendors accept URLs of only a few thousand characters. */
const vendorDescriptionCharactersMax = 1_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function subscribePage(to: {
  readonly type: CalendarType;
  readonly meetingId: string | null;
  readonly shortname: string | null;
}): string {
  if (to.meetingId !== null) return `/meetings/${to.meetingId}?calendar=${to.type}`;
  return `/account?calendar=${to.type}${boardQuery(to.shortname)}`;
}

const boardQuery = (shortname: string | null): string => (shortname === null ? '' : `&board=${shortname}`);

const toLogin = (page: string, shortname: string | null): FileAnswer => ({
  kind: 'redirect',
  url: `/login?next=${encodeURIComponent(page)}${boardQuery(shortname)}`,
});

const shortnameOf = (context: Context, { boardId, userId, via }: MagicLink): Promise<string> =>
  withBoardScope(context, { boardId, userId, via }, async ({ board }) => board.shortname);

/**
 * If another site links here, the user must first confirm on our page. Otherwise that site could make users send their
 * secret address to a calendar vendor.
 */
async function toVendor(
  context: Context,
  request: RequestContext,
  to: { readonly boardId: string | null; readonly type: CalendarType; readonly page: string },
): Promise<FileAnswer> {
  if (!request.session || to.boardId === null) throw notFound();
  const who = { boardId: to.boardId, userId: request.session.userId, sessionId: request.session.id };
  const feed = await withBoardScope(context, who, (scope) => ownFeed(scope, context));
  if (feed === null) throw notFound();
  if (!isOwnNavigation(context, request)) return { kind: 'redirect', url: to.page };
  return { kind: 'redirect', url: subscribeAddress(to.type, { address: feed.address, name: feed.title }) };
}
