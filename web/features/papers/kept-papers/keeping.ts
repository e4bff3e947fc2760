import type { Document } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  checkKeptPapers,
  type KeptPaper,
  registerPaperDevice,
  removeKeptPapers,
  syncKeptPapers,
} from '#contract/kept-papers.ts';
import { getMeeting, listMeetings, type Meeting } from '#contract/meetings.ts';
import { getAnnotationsKey } from '#contract/reading.ts';
import type { Theme } from '#contract/start.ts';
import { keptDays, keptPapersMax, reportedOpeningsMax } from '#domain/kept-papers.ts';
import { documentPaths } from '#domain/paths.ts';
import { CallError, callOnBoard, callWith, pageBoard } from '#web/api/call.ts';
import { currentStart, isOpen } from '#web/api/start.ts';
import { unsentMarks } from '#web/features/core/drafts/unsent-stores.ts';
import { rememberKeeping } from '#web/kept-flag.ts';
import { type Keeping, type KeptKind, keeping, keptHere, nothingKept } from './kept.ts';
import { alone, callTimeout, removeWhatMustGo } from './removal.ts';
import { remoteVault as vault } from './vault/remote-vault.ts';
import type { KeptBoard } from './vault/vault.ts';

export interface KeptCatalogue {
  readonly board: { readonly title: string; readonly time_zone: string; readonly primary_color: string };
  readonly reader: { readonly id: string; readonly name: string };
  readonly theme: Theme;
  readonly meetings: readonly Meeting[];
}

const retryMs = 30_000;
const pauseMs = 600_000;
/** Milliseconds of inactivity after which a page stops fetching papers and only checks which ones to delete. */
const unusedMs = 600_000;
let usedAt = Date.now();
let retry: ReturnType<typeof setTimeout> | undefined;

const signedInAs = () => currentStart().user;

let isFollowing = false;

export function followKeptPapers(): void {
  noteUse();
  if (isFollowing) return void contact();
  isFollowing = true;
  void refreshKept();
  window.addEventListener('online', contactSoon);
  window.addEventListener('pointerdown', noteUse, { capture: true });
  window.addEventListener('keydown', noteUse, { capture: true });
  setInterval(() => void contact(), pauseMs);
  void contact();
}

function noteUse(): void {
  usedAt = Date.now();
}

/** Waits first, so that an unstable network does not cause a request on each reconnection. */
function contactSoon(): void {
  clearTimeout(retry);
  retry = setTimeout(() => void contact(), retryMs);
}

/** Overlapping calls run one after another. */
export const contact = (): Promise<void> => alone(makeContact);

interface Failures {
  readonly causes: unknown[];
  readonly missing: string[];
  preparing: number;
  needsPasscode: boolean;
}

async function makeContact(): Promise<void> {
  clearTimeout(retry);
  const failures: Failures = { causes: [], missing: [], preparing: 0, needsPasscode: false };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      console.warn('The papers on this device could not be updated', cause);
      failures.causes.push(cause);
    }
  };
  const isUsed = Date.now() - usedAt < unusedMs;
  // Send annotations first, because the next step may remove their papers.
  if (isUsed) await attempt(sendMarks);
  await attempt(removeWhatMustGo);
  if (isUsed) {
    await attempt(async () => {
      const { boards, owners } = await vault.state();
      const owner = owners.find(({ userId }) => userId === signedInAs()?.id);
      if (owner === undefined) return;
      // Another user may have signed in from another tab.
      const session = await callWith(getAnnotationsKey, {}, callTimeout());
      if (session.user_id !== owner.userId) return;
      await vault.removeUnused(owner.userId);
      for (const board of boards) {
        if (board.userId !== owner.userId) continue;
        if (owner.hasShortPasscode && !allowsSixDigits(board.boardId)) failures.needsPasscode = true;
        else await attempt(() => syncBoard(board, session, failures));
      }
    });
  }
  const isToRetry = failures.causes.some(isPassing);
  if (isToRetry || failures.preparing > 0) contactSoon();
  if (isUsed) keeping.set(stateAfter(failures, isToRetry));
  await attempt(refreshKept);
}

function stateAfter({ causes, missing, preparing, needsPasscode }: Failures, isToRetry: boolean): Keeping {
  if (causes.some((cause) => cause instanceof Error && cause.name === 'QuotaExceededError')) return { kind: 'full' };
  if (needsPasscode) return { kind: 'short-passcode' };
  if (missing.length > 0) return { kind: 'incomplete', missing };
  if (isToRetry) return { kind: 'waiting' };
  return preparing > 0 ? { kind: 'preparing', count: preparing } : { kind: 'resting' };
}

async function sendMarks(): Promise<void> {
  if (signedInAs() === null || !(await unsentMarks.isAny())) return;
  const { sendUnsent } = await import('#web/features/papers/annotations/unsent-annotations.ts');
  const late = Promise.withResolvers<never>();
  callTimeout().addEventListener('abort', () =>
    late.reject(new DOMException('Sending took too long.', 'TimeoutError')),
  );
  await Promise.race([sendUnsent(), late.promise]);
}

function isPassing(cause: unknown): boolean {
  if (cause instanceof CallError) return cause.status === 'network' || isPassingStatus(Number(cause.status));
  if (isPaperFailure(cause)) return cause.message === 'stalled' || isPassingStatus(Number(cause.message));
  // A failed fetch in the worker throws a TypeError.
  return cause instanceof Error && ['TypeError', 'TimeoutError'].includes(cause.name);
}
const isPassingStatus = (status: number): boolean => status === 429 || status >= 500;
const isPaperFailure = (cause: unknown): cause is Error => cause instanceof Error && cause.name === 'KeepingFailed';

async function syncBoard(
  row: KeptBoard,
  { key, previous_key }: AnswerOf<typeof getAnnotationsKey>,
  failures: Failures,
): Promise<void> {
  const { userId, boardId, papers: held } = row;
  const own = currentStart().boards.find((board) => board.board_info.board_id === boardId);
  // The user is no longer a member, or the session may not open the board.
  if (own === undefined || !isOpen(own)) return;
  const meetings = await fetchMeetings(row);
  const papersOf = ({ documents, agenda_items: items }: Meeting): readonly Document[] => [
    ...documents,
    ...items.flatMap((item) => item.documents),
  ];
  const wanted = new Set([...meetings.flatMap(papersOf).map(({ id }) => id), ...row.documents]);
  const openings = (await vault.openings(userId, boardId)).slice(0, reportedOpeningsMax);
  const opened = openings.map((each) => ({
    document_id: each.documentId,
    version_id: each.versionId,
    at: new Date(each.at).toISOString(),
  }));
  const body = { documents: [...wanted].slice(0, keptPapersMax), opened };
  const answer = await callOnBoard(boardId, syncKeptPapers, { params: { id: row.device.id }, body }, callTimeout());
  await vault.forgetOpenings(userId, boardId, Math.max(0, ...openings.map(({ at }) => at)));
  const { user } = currentStart();
  const content: KeptCatalogue = {
    board: { title: own.title, time_zone: own.time_zone, primary_color: own.primary_color },
    reader: { id: userId, name: user?.name ?? '' },
    theme: user?.theme ?? 'system',
    meetings,
  };
  await vault.saveCatalogue(userId, boardId, { content, marks: { key, previous_key } });
  const expiresAt = Date.parse(answer.expires_at);
  // Stores the server's time as the latest one seen, because this device's clock may have been wrong.
  await vault.updateBoard(userId, boardId, { expiresAt, seenAt: expiresAt - keptDays * 86_400_000 });
  const allowed = new Set(answer.papers.map(({ document }) => document.id));
  const gone = held.map(({ documentId }) => documentId).filter((id) => !allowed.has(id));
  if (gone.length > 0) await vault.removePapers(userId, gone);
  failures.preparing += answer.preparing.length;
  await fetchPapers(row, answer.papers, failures);
}

async function fetchMeetings(row: KeptBoard): Promise<readonly Meeting[]> {
  const { boardId } = row;
  const ids = new Set(row.meetings);
  if (row.keepsNextMeetings) {
    const { next, upcoming } = await callOnBoard(boardId, listMeetings, { query: {} }, callTimeout());
    const invited = [...(next === null ? [] : [next]), ...upcoming].filter((each) => each.meeting_status !== null);
    for (const { id } of invited) ids.add(id);
  }
  const found: Meeting[] = [];
  for (const id of ids) {
    try {
      const input = { params: { id }, query: { quiet: '1' } } as const;
      found.push((await callOnBoard(boardId, getMeeting, input, callTimeout())).meeting);
    } catch (cause) {
      if (!(cause instanceof CallError) || cause.status !== 404 || !cause.isFromDais) throw cause;
    }
  }
  return found.toSorted((one, other) => Date.parse(one.start ?? '') - Date.parse(other.start ?? ''));
}

async function fetchPapers(row: KeptBoard, papers: readonly KeptPaper[], failures: Failures): Promise<void> {
  const { userId, boardId, device } = row;
  const held = new Map(row.papers.map(({ documentId, versionId }) => [documentId, versionId]));
  const missing = papers.filter(({ document }) => held.get(document.id) !== document.version_id);
  for (const entry of papers) if (!missing.includes(entry)) await vault.saveEntry(userId, entry.document.id, entry);
  for (const [done, entry] of missing.entries()) {
    const { id: documentId, version_id: versionId, title } = entry.document;
    if (versionId === null) continue;
    keeping.set({ kind: 'fetching', done, total: missing.length });
    const url = `${documentPaths.openVersion(documentId, versionId)}/kept?device=${device.id}`;
    try {
      await vault.keep({ userId, boardId, documentId, versionId, deviceId: device.id, url, entry });
    } catch (cause) {
      if (!isPaperFailure(cause)) throw cause;
      // The paper has been deleted or replaced.
      if (cause.message === '404') continue;
      failures.causes.push(cause);
      failures.missing.push(title);
      // The server demands a pause, or the connection hangs.
      if (cause.message === '429' || cause.message === 'stalled') break;
    }
  }
}

export async function refreshKept(): Promise<void> {
  const state = await vault.state();
  const user = signedInAs();
  const boardId = pageBoard();
  const own = state.boards.filter(({ userId }) => userId === user?.id);
  const here = own.find((board) => board.boardId === boardId);
  const owner = state.owners.find(({ userId }) => userId === user?.id);
  const papers = own.flatMap((board) => board.papers);
  keptHere.set({
    ...(here ?? nothingKept),
    hasPasscode: owner !== undefined,
    hasShortPasscode: owner?.hasShortPasscode ?? false,
    papers: papers.length,
    byteSize: papers.reduce((sum, { byteSize }) => sum + byteSize, 0),
  });
  rememberKeeping(state.owners.length > 0);
  void navigator.serviceWorker?.ready.then(({ active }) =>
    active?.postMessage(state.owners.length > 0 ? 'keep-shell' : 'drop-shell'),
  );
}

/** Returns false if another tab has just set a passcode. */
export async function createPasscode(passcode: string): Promise<boolean> {
  const { user } = currentStart();
  if (user === null) return false;
  try {
    await vault.create(user.id, passcode);
    return true;
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ConstraintError') return false;
    throw cause;
  }
}

const allowsSixDigits = (boardId: string): boolean =>
  currentStart().boards.find((board) => board.board_info.board_id === boardId)?.papers_on_devices === 'six-digits';

export const acceptsSixDigits = (what: Choice): boolean => boardsOf(what).every(allowsSixDigits);

type Choice = { readonly kind: KeptKind; readonly id: string } | { readonly kind: 'next-meetings' };

export async function choose(what: Choice, isKept: boolean): Promise<void> {
  const { user } = currentStart();
  if (user === null) return;
  for (const boardId of boardsOf(what)) {
    if (isKept) await registerIfNew(user.id, boardId);
    if (what.kind === 'next-meetings') await vault.updateBoard(user.id, boardId, { keepsNextMeetings: isKept });
    else await vault.choose(user.id, boardId, { list: `${what.kind}s`, id: what.id, isKept });
  }
  await refreshKept();
  followKeptPapers();
}

function boardsOf(what: Choice): readonly string[] {
  const here = pageBoard();
  if (what.kind !== 'next-meetings') return here === null ? [] : [here];
  const { boards } = currentStart();
  const address = boards.find(({ board_info: { board_id: id } }) => id === here)?.baseUrl;
  return boards
    .filter((board) => isOpen(board) && board.papers_on_devices !== 'not-allowed' && board.baseUrl === address)
    .map((board) => board.board_info.board_id);
}

async function registerIfNew(userId: string, boardId: string): Promise<void> {
  const { boards } = await vault.state();
  if (boards.some((board) => board.userId === userId && board.boardId === boardId)) return;
  const device = await callOnBoard(boardId, registerPaperDevice, { body: {} }, callTimeout());
  await vault.addBoard({ userId, boardId, device });
  // The browser may refuse, and may then delete the copies when the device runs out of space.
  await navigator.storage?.persist?.();
}

/** Removes the papers and, if possible, informs the server, so that the device is no longer listed. */
export async function removeAllOf(userId: string): Promise<void> {
  const { boards } = await vault.state();
  await vault.removeUser(userId);
  for (const { device } of boards.filter((board) => board.userId === userId)) {
    try {
      await callWith(removeKeptPapers, { params: { id: device.id }, body: {} }, callTimeout());
      await callWith(checkKeptPapers, { body: { token: device.token, documents: [] } }, callTimeout());
    } catch (cause) {
      console.warn('The server could not be told that the papers were removed', cause);
    }
  }
  await refreshKept();
}
