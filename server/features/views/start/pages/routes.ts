import { z } from 'zod';
import { getAnnouncement, listAnnouncements } from '#contract/announcements.ts';
import { getLibrary } from '#contract/library.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { getDashboard } from '#contract/timeline.ts';
import { ownPath } from '#domain/paths.ts';
import { isRsvpLetter } from '#domain/rsvp.ts';
import type { Context } from '#server/context.ts';
import { boardOfAnnouncement, boardOfDocument, boardOfMeeting, findMagicLink } from '#server/db/find-board.ts';
import { isPendingSignIn } from '#server/features/access/session/queries.ts';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import { baseUrlOf, currentShortname, listUserBoards } from '#server/features/core/boards/queries.ts';
import { beginPages } from '#server/features/views/start/begin-pages.ts';
import { boardToOpen } from '#server/features/views/start/policy.ts';
import { presentFace, presentStart } from '#server/features/views/start/present.ts';
import { findFaceFor, tokenOf } from '#server/features/views/start/routes.ts';
import { cookieNames, rememberBoard } from '#server/http/cookies.ts';
import type { FirstCalls } from '#server/http/first-answers.ts';
import type { RequestContext } from '#server/http/implement.ts';
import { loginAddress } from '#server/http/navigation.ts';
import type { PageStart, PageStarter } from '#server/http/pages.ts';
import type { Session } from '#server/http/session.ts';
import { type Address, leadsToLogin, magicUidOf, pageBefore, readersOf, shortnameOfHost, suffix } from './policy.ts';

export const pageStart: PageStarter = async (context, request, asked) => {
  const [, first = '', second = ''] = asked.path.split('/');
  const address = { ...asked, first, second };
  const { session } = request;
  // A redirect to a path that begins with // would lead to another server.
  if (address.path.startsWith('//')) return { kind: 'page', status: 404, start: presentFace(context, null) };
  if (address.missing) return missingPage(context, request, address);
  const renamed = session && (await addressAfterRenaming(context, session, address));
  if (renamed !== null) return { kind: 'redirect', url: renamed };
  const readers = readersOf(address);
  if (readers === 'everybody' && !(session && first === 'help')) return openPage(context, request, address);
  if (session && first !== '') return signedInPage(context, request, { ...address, session });
  if (session) return { kind: 'redirect', url: '/home' };
  if (readers === 'nobody') return { kind: 'page', status: 404, start: presentFace(context, null) };
  const board = address.query.get('board');
  if (first !== '') return { kind: 'redirect', url: loginAddress(`${address.path}${suffix(address.query)}`, board) };
  return { kind: 'redirect', url: board === null ? '/login' : `/login?board=${encodeURIComponent(board)}` };
};

async function missingPage(context: Context, request: RequestContext, address: Address): Promise<PageStart> {
  if (request.session) return signedInPage(context, request, { ...address, session: request.session });
  const face = await findFaceFor(context, request, shortnameOfHost(context.config.boardsDomain, address.host));
  return { kind: 'page', status: 404, start: presentFace(context, { face, magicUid: null }) };
}

async function openPage(context: Context, request: RequestContext, address: Address): Promise<PageStart> {
  const { session } = request;
  const isChallenge = address.first === 'two-factor-challenge';
  if (isChallenge && !(await isPendingSignIn(context, request.cookie(cookieNames.pending)))) {
    return { kind: 'redirect', url: '/login' };
  }
  const otherPage = operatorsPage(context, address.first);
  if (otherPage !== null) return { kind: 'redirect', url: otherPage };
  const hasLogoutFailed = address.query.get('logout') === 'failed';
  if (address.first === 'login' && session && !hasLogoutFailed) {
    return { kind: 'redirect', url: await pageAfterLogin(context, session, address) };
  }
  const fullPage = session && (await fullPageOf(context, session, address));
  if (fullPage !== null) return { kind: 'redirect', url: fullPage };
  const named = shortnameOfHost(context.config.boardsDomain, address.host) ?? address.query.get('board');
  const face = await findFaceFor(context, request, named);
  const isUnknown = address.first === 'attendance' && !isRsvpLetter(address.path.split('/')[3] ?? '');
  const start = presentFace(context, { face, magicUid: magicUidOf(address) });
  return { kind: 'page', status: isUnknown ? 404 : 200, start };
}

async function pageAfterLogin(context: Context, session: Session, address: Address): Promise<string> {
  const next = ownPath(address.query.get('next') ?? undefined);
  const { pathname, searchParams: query } = new URL(next, 'http://own');
  const [, first = '', second = ''] = pathname.split('/');
  if (!leadsToLogin({ first })) return next;
  return (await fullPageOf(context, session, { first, second, query })) ?? '/home';
}

function operatorsPage({ config }: Context, first: string): string | null {
  if (first === 'forgot-password' || first === 'reset-password') return config.links.passwordReset;
  if (first === 'terms') return config.links.terms;
  return first === 'privacy' ? config.links.privacy : null;
}

async function signedInPage(
  context: Context,
  request: RequestContext,
  address: Address & { readonly session: Session },
): Promise<PageStart> {
  const { session } = address;
  const { boards, openCurrentBoard } = await beginPages(context, {
    session,
    token: tokenOf(request),
    likely: session.boardId,
    isOpened: address.isOpened,
  });
  const current = await currentBoard(context, boards, address);
  if (current && address.isOpened && !address.missing && current.board.board_info.board_id !== session.boardId) {
    await request.control.setBoard(current.board.board_info.board_id);
  }
  if (current && address.isOpened) rememberBoard(context, request, current.board.shortname);
  const before = pageBefore(address, current);
  if (before !== null) return { kind: 'redirect', url: before };
  const inside = await openCurrentBoard(current);
  const start = presentStart(context, { session, boards, current, inside, now: context.clock.now() });
  const isKnown = !address.missing && readersOf(address) !== 'nobody';
  return { kind: 'page', status: isKnown ? 200 : 404, start };
}

/** In order of preference: the host, the id in the path, `?board=`, the session's board, the first open board. */
async function currentBoard(
  context: Context,
  boards: readonly UserBoard[],
  address: Address & { readonly session: Session },
): Promise<UserBoard | null> {
  const idOf = (shortname: string | null): string | undefined =>
    boards.find(({ board }) => board.shortname === shortname?.toLowerCase())?.board.board_info.board_id;
  const ofHost = idOf(shortnameOfHost(context.config.boardsDomain, address.host));
  return boardToOpen(boards, [
    ofHost ?? (await boardOfPath(context, address.session, address)),
    idOf(address.query.get('board')),
    address.session.boardId,
  ]);
}

export const firstCalls: FirstCalls = {
  '/home': [{ endpoint: getDashboard }],
  '/meetings': [{ endpoint: listMeetings, query: ['year'] }],
  '/meetings/$id': [{ endpoint: getMeeting }],
  '/announcements': [{ endpoint: listAnnouncements }],
  '/announcements/$id': [{ endpoint: listAnnouncements }, { endpoint: getAnnouncement }],
  '/library': [{ endpoint: getLibrary }],
};

export async function addressAfterRenaming(
  context: Context,
  { userId, id: sessionId }: Session,
  { path, query, host }: Pick<Address, 'path' | 'query' | 'host'>,
): Promise<string | null> {
  const ofHost = shortnameOfHost(context.config.boardsDomain, host);
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

export async function fullPageOf(
  context: Context,
  { userId }: Session,
  { first, second, query }: Pick<Address, 'first' | 'second' | 'query'>,
): Promise<string | null> {
  if (first !== 'meeting' && first !== 'announcement') return null;
  const link = await findMagicLink(context, second);
  if (link?.userId !== userId) return null;
  const { via } = link;
  if (via.kind === 'magic') return `/meetings/${via.meetingId}${suffix(query)}`;
  return via.kind === 'magic-announcement' ? `/announcements/${via.announcementId}${suffix(query)}` : null;
}

export async function boardOfPath(
  context: Context,
  { userId }: Session,
  { path, first, second }: Pick<Address, 'path' | 'first' | 'second'>,
): Promise<string | null> {
  const [, , , third = ''] = path.split('/');
  const id = first === 'meetings' && second === 'addtocalendar' ? third : second;
  if (!z.uuid().safeParse(id).success) return null;
  if (first === 'document' || first === 'download') return boardOfDocument(context.db, { documentId: id, userId });
  if (first === 'meetings') return boardOfMeeting(context.db, { meetingId: id, userId });
  if (first !== 'announcements') return null;
  return boardOfAnnouncement(context.db, { announcementId: id, userId });
}
