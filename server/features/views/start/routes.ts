import { z } from 'zod';
import { getAnnouncement, listAnnouncements } from '#contract/announcements.ts';
import { getLibrary } from '#contract/library.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { getStart, type Start } from '#contract/start.ts';
import { getDashboard } from '#contract/timeline.ts';
import { ownPath } from '#domain/paths.ts';
import { isRsvpLetter } from '#domain/rsvp.ts';
import type { Context } from '#server/context.ts';
import { boardOfAnnouncement, boardOfDocument, boardOfMeeting, findMagicLink } from '#server/db/find-board.ts';
import { AppError } from '#server/errors.ts';
import { isPendingSignIn } from '#server/features/access/session/queries.ts';
import {
  baseUrlOf,
  currentShortname,
  findBoardFace,
  listUserBoards,
  type UserBoard,
} from '#server/features/core/boards/queries.ts';
import { cookieNames, rememberBoard, rememberedBoard } from '#server/http/cookies.ts';
import type { FirstCalls } from '#server/http/first-answers.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import { loginAddress, withNext } from '#server/http/navigation.ts';
import type { PageStart, PageStarter } from '#server/http/pages.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';
import type { Session } from '#server/http/session.ts';
import { beginPages } from './commands.ts';
import { presentFace, presentStart } from './present.ts';

/** Unknown shortnames: only guessing needs many. */
const missesByAddress: RateLimit = { name: 'board-face-misses', points: 30, seconds: 900 };

/**
 * Finds the face of the named board, else of the one that this browser used last. After too many unknown names there is none;
 * signing in works without it.
 */
export async function findFaceFor(
  context: Context,
  request: RequestContext,
  named: string | null | undefined,
): Promise<Start['face']> {
  if (named === null || named === undefined) return findRememberedFace(context, request);
  const limits = createRateLimits(context.pool);
  const network = networkOf(request.ip);
  try {
    // Over the limit, a known name is refused like an unknown one.
    await limits.check(missesByAddress, network);
    return await limits.countMiss(missesByAddress, network, () => findBoardFace(context, named));
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') return null;
    throw error;
  }
}

/** Not limited: the cookie's name is our own, and every page sends it. */
async function findRememberedFace(context: Context, request: RequestContext): Promise<Start['face']> {
  const cookie = request.cookie(cookieNames.board);
  if (cookie === undefined) return null;
  const shortname = rememberedBoard(context, request);
  const face = shortname === null ? null : await findBoardFace(context, shortname);
  if (face === null) request.control.setCookie(cookieNames.board, '', 0);
  return face;
}

const openPages = new Set([
  'login',
  'setup',
  'inv',
  'forgot-password',
  'reset-password',
  'recover',
  'confirm-email',
  'unsubscribe',
  'meeting',
  'announcement',
  'action',
  'attendance',
  'addtocalendar',
  'two-factor-challenge',
  'terms',
  'privacy',
]);
const signedInPages = new Set([
  'home',
  'meetings',
  'announcements',
  'people',
  'library',
  'resolutions',
  'actions',
  'search',
  'admin',
  'account',
  'suspended',
  'user',
  'waiting',
  'recoveries',
]);
/** The user's own pages, also without an open board. */
const pagesOfUser = new Set(['account', 'user', 'waiting', 'recoveries']);
const magicPages = new Set(['meeting', 'announcement', 'action', 'attendance', 'addtocalendar']);

/** Decides the board of a navigation, whether it must sign in first, and its start data. */
export const pageStart: PageStarter = async (context, request, address) => {
  const [, first = '', second = ''] = address.path.split('/');
  // As a redirect such a path would be another server's address.
  if (address.path.startsWith('//')) return { kind: 'page', status: 404, start: presentFace(context, null) };
  if (address.missing) return missingPage(context, request, { ...address, first, second });
  const renamed = request.session && (await addressAfterRenaming(context, request.session, address));
  if (renamed !== null) return { kind: 'redirect', url: renamed };
  if (openPages.has(first)) return openPage(context, request, { ...address, first, second });
  const isKnown = first === '' || signedInPages.has(first);
  if (!request.session) {
    if (!isKnown) return { kind: 'page', status: 404, start: presentFace(context, null) };
    const board = address.query.get('board');
    if (first !== '') return { kind: 'redirect', url: loginAddress(`${address.path}${suffix(address.query)}`, board) };
    return { kind: 'redirect', url: board === null ? '/login' : `/login?board=${encodeURIComponent(board)}` };
  }
  if (first === '') return { kind: 'redirect', url: '/home' };
  return signedInPage(context, request, { ...address, first, second, session: request.session, isKnown });
};

/** The current address of a page that names a board by a former shortname; null for whoever is not on the board. */
async function addressAfterRenaming(
  context: Context,
  { userId, id: sessionId }: Session,
  { path, query, host }: { readonly path: string; readonly query: URLSearchParams; readonly host: string },
): Promise<string | null> {
  const ofHost = shortnameOfHost(context, host);
  const named = ofHost ?? query.get('board');
  if (named === null) return null;
  const current = await currentShortname(context, named);
  if (current === null || current === named.toLowerCase()) return null;
  const boards = await listUserBoards(context, { userId, sessionId });
  if (!boards.some(({ board }) => board.shortname === current)) return null;
  if (ofHost !== null) return `${baseUrlOf(context.config, current)}${path}${suffix(query)}`;
  const renamed = new URLSearchParams(query);
  renamed.set('board', current);
  return `${path}${suffix(renamed)}`;
}

const suffix = (query: URLSearchParams): string => (query.size > 0 ? `?${query}` : '');

/** The 404 page: in the shell when signed in, else with a board's face. */
async function missingPage(context: Context, request: RequestContext, address: Address): Promise<PageStart> {
  if (request.session) return signedInPage(context, request, { ...address, session: request.session, isKnown: false });
  const face = await findFaceFor(context, request, shortnameOfHost(context, address.host));
  return { kind: 'page', status: 404, start: presentFace(context, { face, magicUid: null }) };
}

interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly host: string;
  readonly missing: boolean;
  readonly first: string;
  readonly second: string;
}

async function openPage(context: Context, request: RequestContext, address: Address): Promise<PageStart> {
  const isChallenge = address.first === 'two-factor-challenge';
  if (isChallenge && !(await isPendingSignIn(context, request.cookie(cookieNames.pending)))) {
    return { kind: 'redirect', url: '/login' };
  }
  const otherPage = operatorsPage(context, address.first);
  if (otherPage !== null) return { kind: 'redirect', url: otherPage };
  // A failed sign-out ends at /login too (specification, section 7), which says so.
  const hasLogoutFailed = address.query.get('logout') === 'failed';
  if (address.first === 'login' && request.session && !hasLogoutFailed) {
    return { kind: 'redirect', url: await pageAfterLogin(context, request, address) };
  }
  const fullPage = await fullPageOf(context, request, address);
  if (fullPage !== null) return { kind: 'redirect', url: fullPage };
  const magicUid = magicPages.has(address.first) ? address.second : null;
  const face = await findFaceFor(
    context,
    request,
    shortnameOfHost(context, address.host) ?? address.query.get('board'),
  );
  // Our mail holds no other letters (specification, section 7).
  const isUnknown = address.first === 'attendance' && !isRsvpLetter(address.path.split('/')[3] ?? '');
  return { kind: 'page', status: isUnknown ? 404 : 200, start: presentFace(context, { face, magicUid }) };
}

/** A signed-in user's own magic link leads to the full page. */
async function fullPageOf(context: Context, request: RequestContext, address: Address): Promise<string | null> {
  if (!request.session || (address.first !== 'meeting' && address.first !== 'announcement')) return null;
  const link = await findMagicLink(context, address.second);
  if (link?.userId !== request.session.userId) return null;
  const { via } = link;
  if (via.kind === 'magic') return `/meetings/${via.meetingId}${suffix(address.query)}`;
  return via.kind === 'magic-announcement' ? `/announcements/${via.announcementId}${suffix(address.query)}` : null;
}

/** Where the login leads who is signed in already. A link of somebody else's would lead to the login again. */
async function pageAfterLogin(context: Context, request: RequestContext, address: Address): Promise<string> {
  const next = ownPath(address.query.get('next') ?? undefined);
  const { pathname, searchParams } = new URL(next, 'http://own');
  const [, first = '', second = ''] = pathname.split('/');
  if (!magicPages.has(first) || first === 'action') return next;
  return (await fullPageOf(context, request, { ...address, first, second, query: searchParams })) ?? '/home';
}

/** The operator's page that replaces ours. */
function operatorsPage({ config }: Context, first: string): string | null {
  if (first === 'forgot-password' || first === 'reset-password') return config.links.passwordReset;
  if (first === 'terms') return config.links.terms;
  return first === 'privacy' ? config.links.privacy : null;
}

async function signedInPage(
  context: Context,
  request: RequestContext,
  address: Address & { readonly session: Session; readonly isKnown: boolean },
): Promise<PageStart> {
  const { session } = address;
  const { boards, recoveryId, openCurrentBoard } = await beginPages(context, {
    session,
    token: tokenOf(request),
    likely: session.boardId,
  });
  const current = await currentBoard(context, boards, address);
  if (current && !address.missing && current.board.board_info.board_id !== session.boardId) {
    await request.control.setBoard(current.board.board_info.board_id);
  }
  if (current) rememberBoard(context, request, current.board.shortname);
  const isOfSite = address.first === 'admin' && address.second === 'site';
  const isOfBoard =
    (address.isKnown || address.missing) &&
    !isOfSite &&
    !pagesOfUser.has(address.first) &&
    address.first !== 'suspended';
  if (current?.board.suspended && isOfBoard) return { kind: 'redirect', url: '/suspended' };
  const here = `${address.path}${suffix(address.query)}`;
  if ((current?.board.opens_by || current?.board.unvouched) && isOfBoard)
    return { kind: 'redirect', url: withNext('/user/board-sign-in', here) };
  if (current?.board.two_factor_missing && isOfBoard) {
    return { kind: 'redirect', url: withNext('/user/two-factor', here) };
  }
  const inside = await openCurrentBoard(current);
  const start = presentStart(context, { session, boards, recoveryId, current, inside });
  return { kind: 'page', status: address.isKnown ? 200 : 404, start };
}

function tokenOf(request: RequestContext): string {
  const token = request.cookie(cookieNames.session);
  if (token === undefined) throw new AppError('session-expired');
  return token;
}

/** By the address (host, id in the path, ?board=), else the session's, else the first that is open. */
async function currentBoard(
  context: Context,
  boards: readonly UserBoard[],
  address: Address & { readonly session: Session },
): Promise<UserBoard | null> {
  const byId = (boardId: string | null | undefined) =>
    boards.find((entry) => entry.board.board_info.board_id === boardId);
  const byName = (shortname: string | null) =>
    boards.find((entry) => entry.board.shortname === shortname?.toLowerCase());
  const named =
    byName(shortnameOfHost(context, address.host)) ??
    byId(await boardOfPath(context, address)) ??
    byName(address.query.get('board'));
  return named ?? byId(address.session.boardId) ?? boards.find((entry) => !entry.board.suspended) ?? boards[0] ?? null;
}

async function boardOfPath(context: Context, address: Address & { readonly session: Session }): Promise<string | null> {
  const { userId } = address.session;
  const [, , , third = ''] = address.path.split('/');
  const id = address.first === 'meetings' && address.second === 'addtocalendar' ? third : address.second;
  if (!z.uuid().safeParse(id).success) return null;
  if (address.first === 'document' || address.first === 'download')
    return boardOfDocument(context.db, { documentId: id, userId });
  if (address.first === 'meetings') return boardOfMeeting(context.db, { meetingId: id, userId });
  if (address.first !== 'announcements') return null;
  return boardOfAnnouncement(context.db, { announcementId: id, userId });
}

/** The first label of the host, where each board has its own. */
function shortnameOfHost(context: Context, host: string): string | null {
  const domain = context.config.boardsDomain;
  if (domain === null || !host.endsWith(`.${domain}`)) return null;
  return host.slice(0, -domain.length - 1);
}

/** What is missing here, or is asked otherwise, is fetched by the page. */
export const firstCalls: FirstCalls = {
  '/home': [{ endpoint: getDashboard }],
  '/meetings': [{ endpoint: listMeetings, query: ['year'] }],
  '/meetings/$id': [{ endpoint: getMeeting }],
  '/announcements': [{ endpoint: listAnnouncements }],
  '/announcements/$id': [{ endpoint: listAnnouncements }, { endpoint: getAnnouncement }],
  '/library': [{ endpoint: getLibrary }],
};

export const startRoutes: readonly Route[] = [
  implement(getStart, async ({ context, request, query }) => {
    const { session } = request;
    request.control.issueCsrf();
    if (!session) {
      const face = await findFaceFor(context, request, query.board);
      return presentFace(context, { face, magicUid: null });
    }
    const wanted = request.header('x-board') ?? session.boardId;
    const likely = z.uuid().safeParse(wanted).data ?? null;
    const { boards, recoveryId, openCurrentBoard } = await beginPages(context, {
      session,
      token: tokenOf(request),
      likely,
    });
    const current =
      boards.find((entry) => entry.board.board_info.board_id === wanted) ??
      boards.find((entry) => !entry.board.suspended) ??
      boards[0] ??
      null;
    const inside = await openCurrentBoard(current);
    return presentStart(context, { session, boards, recoveryId, current, inside });
  }),
];
