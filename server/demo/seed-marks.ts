import { writePdfDate } from '#domain/xfdf/date.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { storeAnnotations } from '#server/features/papers/annotations/annotations.ts';
import { loadDocument } from '#server/features/papers/documents/load.ts';
import { readPaper } from './seed-documents.ts';
import { asMember, type Seeding } from './seeding.ts';

/** Stores the annotations of a file of `papers/` as a reader's own, made at their time. */
export async function seedMarks(
  seeding: Seeding,
  given: {
    readonly userId: string;
    readonly author: string;
    readonly at: Date;
    readonly documentId: string;
    readonly xfdf: string;
  },
): Promise<void> {
  const parsed = parseXfdf((await readPaper(given.xfdf)).toString('utf8'));
  if (parsed.kind === 'refused') throw new Error(`${given.xfdf}: ${parsed.message}`);
  const date = writePdfDate(given.at.getTime(), 0);
  const marks = parsed.marks.marks.map((mark) => ({ ...mark, author: given.author, created: date, modified: date }));
  await asMember(seeding, given, async (scope) => {
    const document = await loadDocument(scope, given.documentId);
    if (document.version_id === null) throw new Error('A document without a file cannot be marked.');
    await storeAnnotations(scope, document, {
      versionId: document.version_id,
      xfdf: writeXfdf({ marks, envelope: [] }),
      baseRevision: 0,
    });
  });
}
