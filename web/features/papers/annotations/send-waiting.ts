import { createMarksSession } from '#web/viewer/marks/marks-session.ts';
import { saveMarks } from './save-marks.ts';
import { clearWaiting, type KeptRecord, waitingRecords } from './waiting-store.ts';

let running: Promise<number> | undefined;

/** Sends what waits on this machine, whichever document it is of. @returns how many documents still wait */
export function sendWaiting(): Promise<number> {
  running ??= sendAll().finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(): Promise<number> {
  const records = await waitingRecords();
  const sent = await Promise.all(records.map(sendOne));
  return sent.filter((isSent) => !isSent).length;
}

/**
 * With the merging of the viewer: somebody else may have saved in between. What waits is left as it is until it has been sent: the
 * viewer may have the same document open, here or in another window, and keep newer marks in its place meanwhile.
 */
async function sendOne(record: KeptRecord): Promise<boolean> {
  const session = createMarksSession({
    access: 'edit',
    saved: { xfdf: record.baseXfdf, revision: record.baseRevision },
    save: (marks) => saveMarks(record, marks),
    waiting: { kept: record, keep: leaveWaiting, clear: leaveWaiting },
  });
  if (session.access !== 'edit') return false;
  const isSent = await session.saver.flush();
  session.saver.rest();
  if (isSent) await clearWaiting(record);
  return isSent;
}

function leaveWaiting(): void {}
