import type { Upload } from '#web/features/papers/documents/uploads/upload.ts';
import { useUploadsWhere } from '#web/features/papers/documents/uploads/use-uploads.ts';

export const waitingSlot = (meetingId: string | null): string =>
  meetingId === null ? 'waiting' : `waiting-${meetingId}`;

export const isWaiting = ({ slot, target }: Upload, meetingId: string | null): boolean =>
  target === null && slot === waitingSlot(meetingId);

export const useWaitingFiles = (meetingId: string | null): readonly Upload[] =>
  useUploadsWhere((upload) => isWaiting(upload, meetingId));
