import { checkKeptPapers } from '#contract/kept-papers.ts';
import { call } from '#web/api/call.ts';
import { remoteVault as vault } from './vault/remote-vault.ts';

/** Deletes what the server no longer allows, for all users of this browser. Works signed out and locked. */
export async function removeWhatMustGo(): Promise<void> {
  const { boards } = await vault.state();
  for (const { userId, boardId, device, papers } of boards) {
    const documents = papers.map(({ documentId }) => documentId);
    const answer = await call(checkKeptPapers, { body: { token: device.token, documents } });
    if (!answer.is_known) await removeBoard(userId, boardId);
    else if (answer.remove.length > 0) await vault.removePapers(userId, answer.remove);
  }
}

/** With the last board, the passcode goes, too. */
export async function removeBoard(userId: string, boardId: string): Promise<void> {
  await vault.removeBoard(userId, boardId);
  const { boards } = await vault.state();
  if (!boards.some((board) => board.userId === userId)) await vault.removeUser(userId);
}
