import { open } from 'node:fs/promises';
import { documentView } from '#domain/documents.ts';
import { annotatedCopyMessages } from '#domain/messages/annotations.ts';
import { areAnnotationsLeft } from '#domain/xfdf/annotation.ts';
import type { Context } from '#server/context.ts';
import type { ReadFollowUp } from '#server/db/flight.ts';
import { notFound, refused } from '#server/errors.ts';
import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';
import { auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import type { AnnotatedFile } from '#server/features/papers/annotations/queries.ts';
import { downloadHeaders } from '#server/features/papers/documents/openings/present.ts';
import { openingEntry } from '#server/features/papers/documents/openings/queries.ts';
import type { LoadedDocument } from '#server/features/papers/documents/queries.ts';
import { writeAnnotationsIntoPdf } from '#server/integrations/pdf/write-annotations.ts';

export const copySlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 20 }));

interface CopySource {
  readonly document: LoadedDocument;
  readonly file: AnnotatedFile;
  readonly xfdf: string;
}

export function copySourceOf(
  { config }: Pick<Context, 'config'>,
  document: LoadedDocument,
  file: AnnotatedFile | null,
): CopySource {
  if (file === null || documentView(document, config.viewerEngine) !== 'pdf') throw notFound();
  const { xfdf } = file;
  if (xfdf === null || !areAnnotationsLeft(xfdf)) throw refused(annotatedCopyMessages.noMarks);
  return { document, file, xfdf };
}

/** Writes the audit entry before the file is sent. */
export async function makeAnnotatedCopy(
  { storage, config }: Context,
  { document, file, xfdf }: CopySource,
  record: ReadFollowUp<unknown>['record'],
) {
  // The open copy stays readable after its deletion, so an interruption leaves no file behind.
  const copy = await storage.withLocalFile(file.storage_key, (path) =>
    writeAnnotationsIntoPdf(path, { xfdf, fontsDir: config.fontsDir }, (made) => open(made, 'r')),
  );
  if (copy === null) throw refused(annotatedCopyMessages.unwritable);
  try {
    await record(auditRecord, auditRecordOf([openingEntry(document.id, { as: 'download', versionId: file.id })]));
    return {
      kind: 'bytes',
      byteSize: (await copy.stat()).size,
      headers: {
        ...downloadHeaders({
          title: annotatedCopyMessages.titleOf(document.title),
          extension: 'pdf',
          plainName: 'document',
        }),
        'cache-control': 'no-store',
      },
      discard: () => copy.close(),
      open: async (range: { readonly start: number; readonly end: number } | null) =>
        copy.createReadStream(range ?? { start: 0 }),
    } as const;
  } catch (error) {
    await copy.close();
    throw error;
  }
}
