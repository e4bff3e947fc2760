import type { LibraryHomeInput } from '#contract/documents.ts';
import { limits } from '#contract/fields.ts';
import { createFolder, getLibraryTree } from '#contract/library.ts';
import { comparePaths } from '#domain/file-name.ts';
import { call } from '#web/api/call.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import type { UploadRules } from '#web/features/papers/documents/uploads/upload.ts';
import { addUploads } from '#web/features/papers/documents/uploads/upload-center.ts';

/** A file with the names of its folders, outermost first. */
export interface DroppedFile {
  readonly folders: readonly string[];
  readonly file: File;
}

const systemFile = /^(\.|thumbs\.db$|desktop\.ini$)/i;

/** Reads all entries before the first await, because the browser clears them after the event. */
export async function readDropped(transfer: DataTransfer): Promise<readonly DroppedFile[]> {
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry());
  const files = [...transfer.files];
  const read = await Promise.all(
    entries.map(async (entry, nth): Promise<readonly DroppedFile[]> => {
      const file = files[nth];
      if (entry !== null) return readEntry(entry, []);
      return file === undefined ? [] : [{ folders: [], file }];
    }),
  );
  return read.flat();
}

export function readChosenFolder(files: readonly File[]): readonly DroppedFile[] {
  return files
    .filter((file) => !systemFile.test(file.name))
    .map((file) => ({ folders: file.webkitRelativePath.split('/').slice(0, -1), file }));
}

async function readEntry(entry: FileSystemEntry, above: readonly string[]): Promise<readonly DroppedFile[]> {
  if (above.length > 0 && systemFile.test(entry.name)) return [];
  if (isFile(entry)) return [{ folders: above, file: await fileOf(entry) }];
  if (!isDirectory(entry)) return [];
  const inside = await Promise.all((await childrenOf(entry)).map((child) => readEntry(child, [...above, entry.name])));
  return inside.flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** Each call to `readEntries` returns only some entries. An empty list marks the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  while (true) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return children;
    children.push(...some);
  }
}

interface Target {
  readonly home: LibraryHomeInput;
  readonly slot: string;
  readonly rules: UploadRules;
}

export async function uploadTree(files: readonly DroppedFile[], target: Target): Promise<void> {
  try {
    const homes = files.some(({ folders }) => folders.length > 0)
      ? await homesBelow(target.home)
      : new Map([['', target.home]]);
    for (const [, together] of Map.groupBy(inNaturalOrder(files), ({ folders }) => pathKey(folders))) {
      const home = await homeAt(together[0]?.folders ?? [], homes);
      addUploads(
        together.map(({ file }) => file),
        { slot: target.slot, target: home, rules: target.rules },
      );
    }
  } catch (error) {
    reportFailure(error, 'action');
  }
}

const inNaturalOrder = (files: readonly DroppedFile[]): readonly DroppedFile[] => {
  const pathOf = ({ folders, file }: DroppedFile): readonly string[] => [...folders, file.name];
  return files.toSorted((one, other) => comparePaths(pathOf(one), pathOf(other)));
};

type HomesByPath = Map<string, LibraryHomeInput>;

async function homesBelow(home: LibraryHomeInput): Promise<HomesByPath> {
  const { folders } = await call(getLibraryTree);
  const homes: HomesByPath = new Map();
  const add = (path: readonly string[], { kind, id }: LibraryHomeInput): void => {
    if (homes.has(pathKey(path))) return;
    homes.set(pathKey(path), { kind, id });
    for (const folder of folders) {
      const above = folder.parent_id ?? folder.category_id;
      if (above === id) add([...path, folder.name], { kind: 'folder', id: folder.id });
    }
  };
  add([], home);
  return homes;
}

async function homeAt(path: readonly string[], homes: HomesByPath): Promise<LibraryHomeInput> {
  const known = homes.get(pathKey(path));
  if (known !== undefined) return known;
  const above = await homeAt(path.slice(0, -1), homes);
  const name = (path.at(-1) ?? '').slice(0, limits.nameCharactersMax);
  const { id } = await call(createFolder, { body: { home: above, name } });
  const made: LibraryHomeInput = { kind: 'folder', id };
  homes.set(pathKey(path), made);
  void invalidateNouns(queryClient, ['library']);
  return made;
}

const pathKey = (path: readonly string[]): string => path.map((name) => name.trim().toLowerCase()).join('/');
