import type { LibraryHomeInput } from '#contract/documents.ts';
import { wholeBoard } from '#domain/audience.ts';
import { createCategory, createFolder } from '#server/features/homes/library/folders/commands.ts';
import { addLink } from '#server/features/homes/library/items/commands.ts';
import { type DemoFile, seedDocument } from './seed-documents.ts';
import { type Act, asMember, type Stage } from './seeding.ts';

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
