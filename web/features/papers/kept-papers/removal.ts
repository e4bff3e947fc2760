import { checkKeptPapers } from '#contract/kept-papers.ts';
import { checkedPapersMax } from '#domain/kept-papers.ts';
import { callWith } from '#web/api/call.ts';
import { unsentMarks } from '#web/features/core/drafts/unsent-stores.ts';
import { remoteVault as vault } from './vault/remote-vault.ts';
import type { KeptBoard } from './vault/vault.ts';

/** Aborts requests after this time, because they hold the lock that all tabs share. */
export const callTimeout = (): AbortSignal => AbortSignal.timeout(60_000);

/** Runs only one call at a time across all tabs. */
export const alone = (work: () => Promise<void>): Promise<void> => navigator.locks.request('dais-kept-papers', work);

/** Works without a session and while the vault is locked. */
export async function removeWhatMustGo(): Promise<void> {
  const { boards } = await vault.state();
  const failures: unknown[] = [];
  for (const board of boards) await checkBoard(board).catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw failures[0];
}

/** An error response does not delete copies, because it may come from a proxy or an older server. */
async function checkBoard({ userId, boardId, device, papers }: KeptBoard): Promise<void> {
  const held = papers.map(({ documentId }) => documentId);
  // Runs at least once, because a board without papers must be checked too.
  for (let from = 0; from === 0 || from < held.length; from += checkedPapersMax) {
    const body = { token: device.token, documents: held.slice(from, from + checkedPapersMax) };
    const { is_known: isKnown, remove, destroyed } = await callWith(checkKeptPapers, { body }, callTimeout());
    if (isKnown === false) return removeBoard(userId, boardId);
    const gone = [...remove, ...destroyed];
    if (gone.length > 0) await vault.removePapers(userId, gone);
    if (destroyed.length > 0) await dropUnsent(userId, destroyed);
  }
}

/** Works without a session, because record keys are not encrypted and contain the document's id. */
async function dropUnsent(userId: string, documentIds: readonly string[]): Promise<void> {
  const keys = await unsentMarks.run<string[]>('readonly', (records) => records.getAllKeys());
  for (const key of keys.filter((each) => documentIds.some((id) => each.startsWith(`${userId}/${id}/`)))) {
    await unsentMarks.run('readwrite', (records) => records.delete(key));
  }
}

/** Removing the last board also removes the user's passcode. */
async function removeBoard(userId: string, boardId: string): Promise<void> {
  await vault.removeBoard(userId, boardId);
  const { boards } = await vault.state();
  if (!boards.some((board) => board.userId === userId)) await vault.removeUser(userId);
}
