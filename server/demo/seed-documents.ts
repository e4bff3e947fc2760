import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import type { DocumentHomeInput, LibraryHomeInput } from '#contract/documents.ts';
import { wholeBoard } from '#domain/audience.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writePdfDate } from '#domain/xfdf/values.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { createRow } from '#server/db/board-rows.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { createCategory } from '#server/features/homes/library/categories/commands.ts';
import { createFolder } from '#server/features/homes/library/folders/commands.ts';
import { addLink } from '#server/features/homes/library/items/commands.ts';
import { storeAnnotations } from '#server/features/papers/annotations/commands.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { attachDocument } from '#server/features/papers/documents/versions/commands.ts';
import { openedDocument } from '#server/features/papers/reading/commands.ts';
import { type Act, asMember, documentOf, type Stage } from './seeding.ts';

export interface DemoFile {
  readonly title: string;
  /** Relative to `papers/`. */
  readonly path: string;
}

const readPaper = (path: string): Promise<Buffer> => readFile(join(import.meta.dirname, 'papers', path));

const uploadMs = 86_400_000;

export async function seedDocument(
  stage: Stage,
  act: Act,
  { file, place }: { readonly file: DemoFile; readonly place: DocumentHomeInput },
): Promise<void> {
  const inScope: InScope = (work) => asMember(stage, act, work);
  const uploadId = await inScope((scope) => receive(scope, stage, file));
  const given = { uploadId, title: file.title, place, beforeId: null };
  const { id } = await attachDocument(inScope, stage.context, given);
  stage.documents.set(file.title, id);
}

async function receive(scope: BoardScope, stage: Stage, { title, path }: DemoFile): Promise<string> {
  const bytes = await readPaper(path);
  const id = await createRow(scope, 'uploads', {
    member_id: scope.member.id,
    filename: `${title.replaceAll(',', '').replaceAll('/', '-')}${extname(path)}`,
    byte_length: bytes.byteLength,
    created_at: scope.now,
    expires_at: new Date(scope.now.getTime() + uploadMs),
  });
  const { store } = stage.context.uploads;
  await store.create(new Upload({ id, size: bytes.byteLength, offset: 0 }));
  await store.write(Readable.from([bytes]), id, 0);
  return id;
}

export interface DemoAnnotations extends Act {
  readonly author: string;
  readonly document: string;
  readonly path: string;
}

export async function seedAnnotations(stage: Stage, given: DemoAnnotations): Promise<void> {
  const parsed = parseXfdf((await readPaper(given.path)).toString('utf8'));
  if (parsed.kind === 'refused') throw new Error(`${given.path}: ${parsed.message}`);
  const date = writePdfDate(given.at.getTime(), 0);
  const marks = parsed.annotations.annotations.map((mark) => ({
    ...mark,
    author: given.author,
    created: date,
    modified: date,
  }));
  await asMember(stage, given, async (scope) => {
    const document = await loadDocument(scope, documentOf(stage, given.document));
    if (document.version_id === null) throw new Error('A document without a file cannot be marked.');
    const xfdf = writeXfdf({ annotations: marks, envelope: [] });
    await storeAnnotations(scope, document, { versionId: document.version_id, xfdf, baseRevision: 0 });
  });
}

export const seedOpening = (stage: Stage, given: Act & { readonly document: string }): Promise<unknown> =>
  asMember(stage, given, ({ tx, now }) => openedDocument.run(tx, { id: documentOf(stage, given.document) }, now));

interface DemoFolder {
  readonly name: string;
  readonly folders?: readonly DemoFolder[];
  readonly documents?: readonly (DemoLibraryDocument & { readonly at: Date })[];
}

type DemoLibraryDocument = DemoFile | { readonly title: string; readonly url: string };

export interface DemoLibrary extends Act {
  readonly categories: readonly (DemoFolder & { readonly description: string })[];
}

export async function seedLibrary(stage: Stage, library: DemoLibrary): Promise<void> {
  for (const category of library.categories) {
    const { name, description } = category;
    const id = await asMember(stage, library, (scope) =>
      createCategory(scope, { name, description, audience: wholeBoard }),
    );
    await fill(stage, library, { place: { kind: 'category', id }, folder: category });
  }
}

async function fill(
  stage: Stage,
  act: Act,
  { place, folder }: { readonly place: LibraryHomeInput; readonly folder: DemoFolder },
): Promise<void> {
  for (const child of folder.folders ?? []) {
    const id = await asMember(stage, act, (scope) => createFolder(scope, { home: place, name: child.name }));
    await fill(stage, act, { place: { kind: 'folder', id }, folder: child });
  }
  for (const document of folder.documents ?? []) {
    const added = { by: act.by, at: document.at };
    if ('path' in document) await seedDocument(stage, added, { place, file: document });
    else {
      const { title, url } = document;
      await asMember(stage, added, (scope) => addLink(scope, { home: place, title, url }));
    }
  }
}
