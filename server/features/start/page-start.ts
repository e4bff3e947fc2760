import { z } from 'zod';
import type { Context } from '../../context.ts';
import { boardOfMeeting } from '../../db/board-of.ts';
import { cookieNames } from '../../http/cookies.ts';
import type { Visit } from '../../http/implement.ts';
import type { PageStart, PageStarter } from '../../http/pages.ts';
import type { Session } from '../../http/session.ts';
import { listUserBoards, type UserBoard } from '../boards/queries.ts';
import { presentFace, presentStart } from './present.ts';

const openPages = new Set([
  'login',
  'setup',
  'inv',
  'forgot-password',
  'reset-password',
  'meeting',
  'announcement',
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
  'search',
  'admin',
  'account',
  'suspended',
  'user',
]);
const magicPages = new Set(['meeting', 'announcement', 'attendance', 'addtocalendar']);
const daysBoardIsRemembered = 365;

/** Decides what a navigation gets: which board it is for, whether it must sign in first, and the start data. */
export const pageStart: PageStarter = async (context, visit, address) => {
  const [, first = '', second = ''] = address.path.split('/');
  if (openPages.has(first)) return openPage(context, visit, { ...address, first, second });
  const isKnown = first === '' || signedInPages.has(first);
  if (!visit.session) {
    if (!isKnown) return { kind: 'page', status: 404, start: await presentFace(context, null) };
    const next = first === '' ? '' : `?next=${encodeURIComponent(`${address.path}${suffix(address.query)}`)}`;
    return { kind: 'redirect', url: `/login${withBoard(next, address.query.get('board'))}` };
  }
  if (first === '') return { kind: 'redirect', url: '/home' };
  return signedInPage(context, visit, { ...address, first, second, session: visit.session, isKnown });
};

const suffix = (query: URLSearchParams): string => (query.size > 0 ? `?${query}` : '');

function withBoard(query: string, shortname: string | null): string {
  if (shortname === null) return query;
  return `${query}${query === '' ? '?' : '&'}board=${encodeURIComponent(shortname)}`;
}

interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly host: string;
  readonly first: string;
  readonly second: string;
}

async function openPage(context: Context, visit: Visit, address: Address): Promise<PageStart> {
  if (address.first === 'login' && visit.session) return { kind: 'redirect', url: '/home' };
  const shortname =
    shortnameOfHost(context, address.host) ?? address.query.get('board') ?? visit.cookie(cookieNames.board);
  const magicUid = magicPages.has(address.first) ? address.second : null;
  return { kind: 'page', status: 200, start: await presentFace(context, { shortname, magicUid }) };
}

async function signedInPage(
  context: Context,
  visit: Visit,
  address: Address & { readonly session: Session; readonly isKnown: boolean },
): Promise<PageStart> {
  const { session } = address;
  const boards = await listUserBoards(context, session.userId);
  const current = await currentBoard(context, boards, address);
  if (current && current.board.board_info.board_id !== session.boardId) {
    await visit.control.setBoard(current.board.board_info.board_id);
  }
  if (current && visit.cookie(cookieNames.board) !== current.board.shortname) {
    visit.control.setCookie(cookieNames.board, current.board.shortname, daysBoardIsRemembered);
  }
  if (current?.board.suspended && address.first !== 'suspended') return { kind: 'redirect', url: '/suspended' };
  const start = await presentStart(context, { session, boards, current });
  return { kind: 'page', status: address.isKnown ? 200 : 404, start };
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
  if (address.first !== 'meetings' || !z.uuid().safeParse(address.second).success) return null;
  return boardOfMeeting(context.db, { meetingId: address.second, userId: address.session.userId });
}

/** With an address per board, the first label of the host. */
function shortnameOfHost(context: Context, host: string): string | null {
  const domain = context.config.boardsDomain;
  if (domain === null || !host.endsWith(`.${domain}`)) return null;
  return host.slice(0, -domain.length - 1);
}
