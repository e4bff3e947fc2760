import { saveAnnotations } from '#contract/documents.ts';
import { CallError, callBeforeLeaving } from '#web/api/call.ts';
import type { AnnotationsToSave, SaveOutcome } from '#web/viewer/types.ts';

interface Place {
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
}

/** Failures are only logged (specification, section 8); the viewer keeps the marks and tries again. */
export async function saveReaderAnnotations(place: Place, marks: AnnotationsToSave): Promise<SaveOutcome> {
  try {
    const answer = await callBeforeLeaving(
      saveAnnotations,
      {
        params: { id: place.documentId },
        body: {
          annotations: marks.xfdf,
          version_id: place.versionId,
          base_revision: marks.baseRevision === null ? 0 : Number(marks.baseRevision),
        },
      },
      place.boardId,
    );
    if (answer.result === 'saved') return { kind: 'saved', revision: String(answer.revision) };
    return { kind: 'conflict', xfdf: answer.xfdf, revision: revisionText(answer.revision) };
  } catch (cause) {
    return { kind: isFinal(cause) ? 'refused' : 'failed', cause };
  }
}

const finalStatuses: ReadonlySet<CallError['status']> = new Set([403, 404, 413, 422]);

/** No right to it, nothing there, or marks that the server will not have; not what the user can mend by a step. */
function isFinal(cause: unknown): boolean {
  return cause instanceof CallError && cause.step === null && finalStatuses.has(cause.status);
}

export function revisionText(revision: number): string | null {
  return revision === 0 ? null : String(revision);
}
