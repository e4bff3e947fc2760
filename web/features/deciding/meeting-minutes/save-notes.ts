import { type MinutesSection, saveMinutesSection } from '#contract/meeting-minutes.ts';
import type { RichText } from '#domain/rich-text.ts';
import { CallError, callBeforeLeaving } from '#web/api/call.ts';

export interface NotesToSave {
  readonly notes: RichText;
  readonly revision: number;
}

export type NotesOutcome =
  | { readonly kind: 'saved'; readonly section: MinutesSection }
  | { readonly kind: 'conflict'; readonly section: MinutesSection; readonly by: string; readonly at: string }
  | { readonly kind: 'refused' | 'failed'; readonly cause: unknown };

export async function saveNotes(
  sectionId: string,
  { notes, revision }: NotesToSave,
  boardId?: string,
): Promise<NotesOutcome> {
  try {
    const { section, conflicts } = await callBeforeLeaving(
      saveMinutesSection,
      { params: { id: sectionId }, body: { revision, notes } },
      boardId,
    );
    const [conflict] = conflicts;
    return conflict === undefined
      ? { kind: 'saved', section }
      : { kind: 'conflict', section, by: conflict.by, at: conflict.at };
  } catch (cause) {
    return { kind: isFinal(cause) ? 'refused' : 'failed', cause };
  }
}

const finalStatuses: ReadonlySet<CallError['status']> = new Set([403, 404, 413, 422]);

const isFinal = (cause: unknown): boolean =>
  cause instanceof CallError && cause.step === null && (isByRules(cause) || finalStatuses.has(cause.status));

const isByRules = ({ status, cause }: CallError): boolean => status === 200 && cause === undefined;
