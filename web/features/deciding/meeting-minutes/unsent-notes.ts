import { recordKeeper, type StampedRecord, sealedRecords } from '#web/features/core/drafts/sealed-records.ts';
import { unsentMinutes } from '#web/features/core/drafts/unsent-stores.ts';
import { type NotesToSave, saveNotes } from './save-notes.ts';

interface NotesRecord extends NotesToSave {
  readonly boardId: string;
  readonly meetingId: string;
  readonly sectionId: string;
}

const records = sealedRecords<NotesRecord>(unsentMinutes);

type MinutesOnBoard = Pick<NotesRecord, 'boardId' | 'meetingId'>;

/** Throws if the browser cannot store data, for example without https or in private mode. */
export async function openUnsentNotes(minutes: MinutesOnBoard) {
  const found = new Map((await records.all()).map((record) => [record.sectionId, record]));
  return (sectionId: string) => {
    const kept = found.get(sectionId) ?? null;
    const { keep, clear } = recordKeeper(records, sectionId, kept?.stamp ?? null);
    return { kept, keep: (notes: NotesToSave) => keep({ ...minutes, sectionId, ...notes }), clear };
  };
}

export async function leftNotes({ boardId, meetingId }: MinutesOnBoard) {
  const found = await records.all();
  return found
    .filter((record) => record.boardId === boardId && record.meetingId === meetingId)
    .map(({ sectionId, notes, stamp }) => ({ sectionId, notes, discard: () => records.clear(sectionId, stamp) }));
}

export const wipeUnsent = (): Promise<void> => records.wipe();

let running: Promise<number> | undefined;

export function sendUnsent(): Promise<number> {
  running ??= sendAll().finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(): Promise<number> {
  const sent = await Promise.all((await records.all()).map(sendOne));
  return sent.filter((isSent) => !isSent).length;
}

/** Notes with a conflict remain stored until the user resolves the conflict. */
async function sendOne(record: StampedRecord<NotesRecord>): Promise<boolean> {
  const { kind } = await saveNotes(record.sectionId, record, record.boardId);
  if (kind === 'saved') await records.clear(record.sectionId, record.stamp);
  return kind === 'saved';
}
