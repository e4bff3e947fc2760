import { counted } from '#domain/text.ts';
import type { Upload } from '#web/features/papers/documents/uploads/upload.ts';

export function waitingText(uploads: readonly Upload[], places: ReadonlyMap<string, string>): string {
  const waiting = uploads.filter(({ state }) => state.kind !== 'refused');
  const count = waiting.length;
  const proposed = waiting.filter(({ id }) => places.has(id)).length;
  const waits = `${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} waiting`;
  const items = proposed === 0 ? '' : `, ${count === proposed ? 'with' : `${proposed} with`} a proposed item`;
  return `${waits}${items}. A file is attached only when you confirm its item.`;
}
