import { recordKeeper, type StampedRecord, sealedRecords } from '#web/features/core/drafts/sealed-records.ts';
import { isOwnSession } from '#web/features/core/drafts/sealing.ts';
import { unsentMarks } from '#web/features/core/drafts/unsent-stores.ts';
import { createAnnotationSession } from '#web/viewer/annotations/annotation-session.ts';
import type { KeptAnnotations, UnsentAnnotations } from '#web/viewer/types.ts';
import { type PaperVersion, saveReaderAnnotations } from './save-annotations.ts';

interface AnnotationsRecord extends KeptAnnotations, PaperVersion {}

export type UnsentRecord = StampedRecord<AnnotationsRecord>;

const records = sealedRecords<AnnotationsRecord>(unsentMarks);

const keyOf = ({ documentId, versionId }: Pick<AnnotationsRecord, 'documentId' | 'versionId'>): string =>
  `${documentId}/${versionId}`;

export const unsentRecords = (): Promise<readonly UnsentRecord[]> => records.all();

export const unsentRecordOf = (versionId: string, documentId: string): Promise<UnsentRecord | null> =>
  records.get(keyOf({ documentId, versionId }));

export const storeUnsent = (record: AnnotationsRecord): Promise<string> => records.put(keyOf(record), record);

/** Deletes the record only if it has this stamp, because another window may have stored a later one. */
export const clearUnsent = (record: Pick<UnsentRecord, 'documentId' | 'versionId' | 'stamp'>): Promise<void> =>
  records.clear(keyOf(record), record.stamp);

export const wipeUnsent = (): Promise<void> => records.wipe();

/** Throws if the browser cannot store data, for example without https or in private mode. */
export async function openUnsentAnnotations(version: PaperVersion): Promise<UnsentAnnotations> {
  const kept = await unsentRecordOf(version.versionId, version.documentId);
  const { keep, clear } = recordKeeper(records, keyOf(version), kept?.stamp ?? null);
  return { kept, keep: (annotations) => keep({ ...version, ...annotations }), clear };
}

let running: Promise<number> | undefined;

export function sendUnsent(): Promise<number> {
  running ??= sendAll().finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(): Promise<number> {
  const records = await unsentRecords();
  if (records.length > 0 && !(await isOwnSession())) return records.length;
  const sent = await Promise.all(records.map(sendOne));
  return sent.filter((isSent) => !isSent).length;
}

/** Deletes the record only if it is unchanged, because an open viewer may have stored newer annotations. */
async function sendOne(record: UnsentRecord): Promise<boolean> {
  const session = createAnnotationSession({
    annotationAccess: 'edit',
    annotations: { xfdf: record.baseXfdf, revision: record.baseRevision },
    onSaveAnnotations: (annotations) => saveReaderAnnotations(record, annotations),
    unsent: { kept: record, keep: () => undefined, clear: () => undefined },
  });
  if (session.access !== 'edit') return false;
  const isSent = await session.saver.flush();
  session.saver.rest();
  if (isSent) await clearUnsent(record);
  return isSent;
}
