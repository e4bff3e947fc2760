import {
  type Board,
  type BoardFace,
  getStart,
  type RecentDocument,
  type Start,
  type Theme,
  type User,
} from '#contract/start.ts';
import { withRecent } from '#domain/documents.ts';
import { createStore, useStore } from '#web/store.ts';
import { call, setPageBoard } from './call.ts';

const started = createStore<Start | null>(null);

/** Takes the start data that came with the page, or asks for it where the page brought none. */
export async function loadStart(): Promise<Start> {
  const inPage = document.getElementById('start')?.textContent?.trim() ?? '';
  const board = new URLSearchParams(window.location.search).get('board');
  const start =
    inPage === '' ? await call(getStart, { query: board === null ? {} : { board } }) : (JSON.parse(inPage) as Start);
  setPageBoard(start.current_board_id);
  started.set(start);
  return start;
}

/** The start data outside of components. Throws before `loadStart` has ended. */
export function currentStart(): Start {
  const start = started.get();
  if (start === null) throw new Error('The page has not started yet.');
  return start;
}

/** Settings, user, boards, current board and recently opened documents. */
export function useStart(): Start {
  const start = useStore(started);
  if (start === null) throw new Error('The page has not started yet.');
  return start;
}

/** The board that this page is for, or null without one. */
export function boardOf(start: Start): Board | null {
  return start.boards.find((board) => board.board_info.board_id === start.current_board_id) ?? null;
}

/** False for a board that is suspended or waits for the user's second factor: nothing of it can be asked for. */
export const isOpen = (board: Pick<Board, 'suspended' | 'two_factor_missing'>): boolean =>
  !board.suspended && !board.two_factor_missing;

export function useBoard(): Board | null {
  return boardOf(useStart());
}

/** The zone in which every date of the board is read; UTC where there is no board. */
export function useTimeZone(): string {
  return useBoard()?.time_zone ?? 'UTC';
}

/** The zone of the reader's own clock: where it differs from the board's, the board's is named beside times. */
export const readersTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Asks anew what the reader may do and see here, after their rights or groups may have changed. Whoever is off this board
 * goes to where they still are.
 */
export async function refreshStart(): Promise<void> {
  const before = currentStart();
  const start = await call(getStart, { query: {} });
  // Signed out meanwhile: the next call says so.
  if (start.user === null) return;
  const isHere = start.current_board_id === before.current_board_id && boardOf(start)?.suspended !== true;
  // The site is administered from no board: its pages stay, whatever becomes of the own one.
  if (isHere || window.location.pathname.startsWith('/admin/site/')) started.set(start);
  else window.location.assign('/home');
}

/** To be told when a document was opened: puts it first in the recently opened list. */
export function noteOpenedDocument(opened: RecentDocument): void {
  const start = currentStart();
  started.set({ ...start, recent_documents: [...withRecent(start.recent_documents, opened)] });
}

/** To be told of one's own new name. */
export function rememberName(name: Pick<User, 'first_name' | 'last_name'>): void {
  const start = currentStart();
  if (start.user === null) return;
  const { first_name, last_name } = name;
  started.set({ ...start, user: { ...start.user, first_name, last_name, name: `${first_name} ${last_name}` } });
}

export function rememberTheme(theme: Theme): void {
  const start = currentStart();
  if (start.user !== null) started.set({ ...start, user: { ...start.user, theme } });
}

/** To be told of the user's own new picture; null: none any more. */
export function rememberPicture(url: string | null): void {
  const start = currentStart();
  if (start.user !== null) started.set({ ...start, user: { ...start.user, img_url: url } });
}

/** To be told whose board a shared link turned out to be: its name then stands in the page's title. */
export function rememberFace(face: BoardFace): void {
  started.set({ ...currentStart(), face });
}
