import { saveAnnotations } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getVersionAnnotations } from '#contract/reading.ts';
import { CallError, callBeforeLeaving } from '#web/api/call.ts';
import type { AnnotationsToSave, SavedAnnotations, SaveOutcome } from '#web/viewer/types.ts';

export interface PaperVersion {
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
}

/** Returns failures instead of showing them, because the viewer retries. */
export async function saveReaderAnnotations(
  { boardId, documentId, versionId }: PaperVersion,
  { xfdf, baseRevision }: AnnotationsToSave,
): Promise<SaveOutcome> {
  const body = { annotations: xfdf, version_id: versionId, base_revision: Number(baseRevision ?? 0) };
  try {
    const answer = await callBeforeLeaving(saveAnnotations, { params: { id: documentId }, body }, boardId);
    if (answer.result === 'saved') return { kind: 'saved', revision: String(answer.revision) };
    return { kind: 'conflict', xfdf: answer.xfdf, revision: revisionText(answer.revision), base: answer.base };
  } catch (cause) {
    return { kind: isFinal(cause) ? 'refused' : 'failed', cause };
  }
}

const finalStatuses: ReadonlySet<CallError['status']> = new Set([403, 404, 413, 422]);

/** Whether a retry would fail again and the user cannot fix the cause. */
function isFinal(cause: unknown): boolean {
  return cause instanceof CallError && cause.step === null && finalStatuses.has(cause.status);
}

export const savedAnnotations = (stored: AnswerOf<typeof getVersionAnnotations>): SavedAnnotations => ({
  xfdf: stored.xfdf ?? '',
  revision: revisionText(stored.revision),
  base: stored.base,
});

function revisionText(revision: number): string | null {
  return revision === 0 ? null : String(revision);
}
