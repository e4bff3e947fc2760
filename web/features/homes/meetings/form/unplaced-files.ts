import { counted } from '#domain/text.ts';
import type { UnsavedFiles } from '#web/api/unsaved-changes.ts';
import { useWaitingFiles, waitingSlot } from '#web/features/homes/meetings/agenda/waiting-slot.ts';
import { discardUnattached } from '#web/features/papers/documents/uploads/upload-center.ts';

export function useUnplacedFiles(meetingId: string | null): UnsavedFiles | null {
  const count = useWaitingFiles(meetingId).filter(({ state }) => state.kind !== 'refused').length;
  if (count === 0) return null;
  return {
    note: `${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} not attached to an agenda item and will be lost.`,
    discard: () => discardUnattached([waitingSlot(meetingId)]),
  };
}

export const stillWaitingText = (saved: string, count: number): string =>
  `${saved}. ${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} still not attached to an agenda item.`;
