/** A file on its way in, with the folders that it came in, from the outermost. */
export interface DroppedFile {
  readonly folders: readonly string[];
  readonly file: File;
}

/** What systems leave in folders for themselves. */
const systemFile = /^(\.|thumbs\.db$|desktop\.ini$)/i;

/**
 * Everything in what was dropped, folders with what they hold. The entries are taken at once: after the event the browser
 * forgets them.
 */
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

/** Of a folder that was chosen: its name, and those in it, stand in the path of each file. */
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

/** A reader answers some of the entries at a time, and none at the end. */
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
