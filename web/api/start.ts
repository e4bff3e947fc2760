import {
  type Board,
  type BoardFace,
  getStart,
  type RecentDocument,
  type Start,
  type Theme,
  type User,
  type ViewerSize,
} from '#contract/start.ts';
import { adoptDateStyle } from '#domain/dates.ts';
import { withRecent } from '#domain/documents.ts';
import { fullName } from '#domain/identity.ts';
import { adoptZoneRules } from '#domain/time-zones.ts';
import { createStore, useStore } from '#web/store.ts';
import { call, setPageBoard } from './call.ts';
import { keepFirstAnswers } from './first-answers.ts';

const started = createStore<Start | null>(null);

export async function loadStart(): Promise<Start> {
  const inPage = document.getElementById('start')?.textContent?.trim() ?? '';
  const board = new URLSearchParams(window.location.search).get('board');
  const start =
    inPage === '' ? await call(getStart, { query: board === null ? {} : { board } }) : (JSON.parse(inPage) as Start);
  setPageBoard(start.current_board_id);
  keepFirstAnswers(document);
  begin(start);
  return start;
}

function begin(start: Start): void {
  for (const rules of start.zone_rules) adoptZoneRules(rules);
  adoptDateStyle(boardOf(start)?.date_style ?? 'mdy');
  started.set(start);
}

function loaded(start: Start | null): Start {
  if (start === null) throw new Error('The page has not finished loading.');
  return start;
}

export const currentStart = (): Start => loaded(started.get());

export const useStart = (): Start => loaded(useStore(started));

export function boardOf(start: Start): Board | null {
  return start.boards.find((board) => board.board_info.board_id === start.current_board_id) ?? null;
}

/** False if the board is suspended, or if it requires a second factor or a sign-in provider that the session lacks. */
export const isOpen = (board: Pick<Board, 'suspended' | 'two_factor_missing' | 'opens_by'>): boolean =>
  !board.suspended && !board.two_factor_missing && board.opens_by === null;

export function useBoard(): Board | null {
  return boardOf(useStart());
}

export function useTimeZone(): string {
  return useBoard()?.time_zone ?? 'UTC';
}

export const readersTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Leaves the page if its board was suspended or the user was removed. Returns 'signed-out' without a session. */
export async function refreshStart(): Promise<'signed-out' | undefined> {
  const before = currentStart();
  const start = await call(getStart, { query: {} });
  if (start.user === null) return 'signed-out';
  const isHere = start.current_board_id === before.current_board_id && boardOf(start)?.suspended !== true;
  // Pages of site administration stay open, because they belong to no board.
  if (isHere || window.location.pathname.startsWith('/admin/site/')) begin(start);
  else window.location.assign('/home');
  return undefined;
}

export function noteOpenedDocument(opened: RecentDocument): void {
  const start = currentStart();
  started.set({ ...start, recent_documents: [...withRecent(start.recent_documents, opened)] });
}

function rememberUser(change: Partial<User>): void {
  const start = currentStart();
  if (start.user !== null) started.set({ ...start, user: { ...start.user, ...change } });
}

export const rememberName = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): void =>
  rememberUser({ first_name, last_name, name: fullName({ first_name, last_name }) });

export const rememberTheme = (theme: Theme): void => rememberUser({ theme });

export const rememberViewerSize = (size: ViewerSize): void => rememberUser({ viewer_size: size });

export const rememberPicture = (url: string | null): void => rememberUser({ img_url: url });

export function rememberFace(face: BoardFace): void {
  started.set({ ...currentStart(), face: { ...face, provider: null } });
}
