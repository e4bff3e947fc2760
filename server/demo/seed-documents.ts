import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import type { DocumentHomeInput } from '#contract/documents.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writePdfDate } from '#domain/xfdf/values.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { storeAnnotations } from '#server/features/papers/annotations/commands.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { attachDocument } from '#server/features/papers/documents/versions/commands.ts';
import { asMember, type Seeding } from './seeding.ts';

export interface DemoFile {
  readonly title: string;
  readonly path: string;
}

const papers = join(import.meta.dirname, 'papers');

export const readPaper = (path: string): Promise<Buffer> => readFile(join(papers, path));

const uploadDays = 1;

export async function seedDocument(
  seeding: Seeding,
  given: {
    readonly userId: string;
    readonly at: Date;
    readonly file: DemoFile;
    readonly place: DocumentHomeInput;
  },
): Promise<string> {
  const inScope: InScope = (work) => asMember(seeding, given, work);
  const uploadId = await inScope((scope) => receive(scope, seeding, given.file));
  const { id } = await attachDocument(inScope, seeding.context, {
    uploadId,
    title: given.file.title,
    place: given.place,
    beforeId: null,
  });
  return id;
}

async function receive(scope: BoardScope, seeding: Seeding, { title, path }: DemoFile): Promise<string> {
  const bytes = await readPaper(path);
  const upload = await scope.tx
    .insertInto('uploads')
    .values({
      board_id: scope.board.id,
      member_id: scope.member.id,
      filename: `${title.replaceAll(',', '').replaceAll('/', '-')}${extname(path)}`,
      byte_length: bytes.byteLength,
      created_at: scope.now,
      expires_at: new Date(scope.now.getTime() + uploadDays * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { store } = seeding.context.uploads;
  await store.create(new Upload({ id: upload.id, size: bytes.byteLength, offset: 0 }));
  await store.write(Readable.from([bytes]), upload.id, 0);
  return upload.id;
}

export async function seedAnnotations(
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
  const marks = parsed.annotations.annotations.map((mark) => ({
    ...mark,
    author: given.author,
    created: date,
    modified: date,
  }));
  await asMember(seeding, given, async (scope) => {
    const document = await loadDocument(scope, given.documentId);
    if (document.version_id === null) throw new Error('A document without a file cannot be marked.');
    await storeAnnotations(scope, document, {
      versionId: document.version_id,
      xfdf: writeXfdf({ annotations: marks, envelope: [] }),
      baseRevision: 0,
    });
  });
}
