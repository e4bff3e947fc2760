import { checkKeptPapers } from '#contract/kept-papers.ts';
import { checkedPapersMax } from '#domain/kept-papers.ts';
import { callWith } from '#web/api/call.ts';
import { remoteVault as vault } from './vault/remote-vault.ts';
import type { KeptBoard } from './vault/vault.ts';

/** Requests are aborted after this time, because they keep the lock that all tabs share. */
export const callTimeout = (): AbortSignal => AbortSignal.timeout(60_000);

/** Runs checks with the server and removals one at a time across all tabs. */
export const alone = (work: () => Promise<void>): Promise<void> => navigator.locks.request('dais-kept-papers', work);

/** For every user of this browser. Works even if the user is signed out and the vault is locked. */
export async function removeWhatMustGo(): Promise<void> {
  const { boards } = await vault.state();
  const failures: unknown[] = [];
  for (const board of boards) await checkBoard(board).catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw failures[0];
}

/** Deletes copies only if the response says so, because an error may come from a proxy or an older server. */
async function checkBoard({ userId, boardId, device, papers }: KeptBoard): Promise<void> {
  const held = papers.map(({ documentId }) => documentId);
  // A board without papers is asked about, too.
  for (let from = 0; from === 0 || from < held.length; from += checkedPapersMax) {
    const body = { token: device.token, documents: held.slice(from, from + checkedPapersMax) };
    const { is_known: isKnown, remove } = await callWith(checkKeptPapers, { body }, callTimeout());
    if (isKnown === false) return removeBoard(userId, boardId);
    if (remove.length > 0) await vault.removePapers(userId, remove);
  }
}

/** Removing the last board also removes the passcode. */
async function removeBoard(userId: string, boardId: string): Promise<void> {
  await vault.removeBoard(userId, boardId);
  const { boards } = await vault.state();
  if (!boards.some((board) => board.userId === userId)) await vault.removeUser(userId);
}
