import type { LibraryHomeInput } from '#contract/documents.ts';
import { createCategory } from '#server/features/homes/library/categories/commands.ts';
import { createFolder } from '#server/features/homes/library/folders/commands.ts';
import { addLink } from '#server/features/homes/library/items/commands.ts';
import { seedDocument } from './seed-documents.ts';
import { asMember, daysBefore, type Seeding } from './seeding.ts';

export type DemoLibraryDocument = { readonly title: string; readonly days: number } & (
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'link'; readonly url: string }
);

export interface DemoFolder {
  readonly name: string;
  readonly folders?: readonly DemoFolder[];
  readonly documents?: readonly DemoLibraryDocument[];
}

export interface DemoCategory extends DemoFolder {
  readonly description: string;
  readonly groupIds?: readonly string[];
}

interface Library {
  readonly adminId: string;
  readonly categories: readonly DemoCategory[];
}

export async function seedLibrary(seeding: Seeding, library: Library): Promise<void> {
  const oldest = daysBefore(seeding.today, 700);
  for (const category of library.categories) {
    const { name, description, groupIds = [] } = category;
    const audience = { whole_board: groupIds.length === 0, group_ids: [...groupIds], member_ids: [] };
    const id = await asMember(seeding, { userId: library.adminId, at: oldest }, (scope) =>
      createCategory(scope, { name, description, audience }),
    );
    await fill(seeding, library, { place: { kind: 'category', id }, folder: category });
  }
}

async function fill(
  seeding: Seeding,
  library: Library,
  { place, folder }: { readonly place: LibraryHomeInput; readonly folder: DemoFolder },
): Promise<void> {
  const oldest = daysBefore(seeding.today, 690);
  for (const child of folder.folders ?? []) {
    const id = await asMember(seeding, { userId: library.adminId, at: oldest }, (scope) =>
      createFolder(scope, { home: place, name: child.name }),
    );
    await fill(seeding, library, { place: { kind: 'folder', id }, folder: child });
  }
  for (const document of folder.documents ?? []) await add(seeding, library, { place, document });
}

async function add(
  seeding: Seeding,
  library: Library,
  { place, document }: { readonly place: LibraryHomeInput; readonly document: DemoLibraryDocument },
): Promise<void> {
  const at = daysBefore(seeding.today, document.days);
  const who = { userId: library.adminId, at };
  const { title } = document;
  if (document.kind === 'file') {
    await seedDocument(seeding, { ...who, place, file: { title, path: document.path } });
    return;
  }
  const { url } = document;
  await asMember(seeding, who, (scope) => addLink(scope, { home: place, title, url }));
}
