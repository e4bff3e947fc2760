import { type FileHandle, open } from 'node:fs/promises';

/** Signature of MS-CFB, the container format of old and of password-protected office files. */
const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
const entryBytes = 128;
const miniSectorBytes = 64;
/** Number of allocation table sectors that the header lists. */
const tableInHeader = 109;
/** Maximum number of sectors read from a chain. No real directory is longer. */
const chainMax = 4_096;

/** Returns at most the first sector (512 or 4,096 bytes) of each stream. */
export async function readStreamHeads(path: string, names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  await using file = await open(path, 'r');
  const sectors = await openSectors(file);
  if (sectors === null) return found;
  const directory: Buffer[] = [];
  for await (const at of sectors.chain(sectors.header.readUInt32LE(48))) directory.push(await sectors.read(at));
  const entries = Buffer.concat(directory);
  const entryAt = (index: number): Buffer => entries.subarray(index * entryBytes, (index + 1) * entryBytes);
  const root = entryAt(0);
  if (root.length < entryBytes) return found;
  // The entries form a binary tree. The set ends the loop if the tree is circular.
  const indexes = new Set([root.readUInt32LE(76)]);
  for (const index of indexes) {
    const entry = entryAt(index);
    if (entry.length < entryBytes) continue;
    indexes.add(entry.readUInt32LE(68)).add(entry.readUInt32LE(72));
    const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2));
    if (names.includes(name)) found.set(name, await headOf(sectors, { entry, root }));
  }
  return found;
}

type Sectors = NonNullable<Awaited<ReturnType<typeof openSectors>>>;

/** Short streams are stored in mini sectors inside the root entry's stream. */
async function headOf(
  { header, size, read, chain }: Sectors,
  { entry, root }: { readonly entry: Buffer; readonly root: Buffer },
): Promise<Buffer> {
  const [start, length] = [entry.readUInt32LE(116), entry.readUInt32LE(120)];
  if (length >= header.readUInt32LE(56)) return (await read(start)).subarray(0, length);
  let from = start * miniSectorBytes;
  for await (const at of chain(root.readUInt32LE(116))) {
    if (from < size) return (await read(at)).subarray(from, from + Math.min(length, miniSectorBytes));
    from -= size;
  }
  return Buffer.alloc(0);
}

async function openSectors(file: FileHandle) {
  const { size: fileBytes } = await file.stat();
  const bytesAt = async (at: number, length: number): Promise<Buffer> => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  const header = await bytesAt(0, headerBytes);
  if (header.length < headerBytes || !header.subarray(0, 8).equals(signature)) return null;
  const size = header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const numbers = size / 4;
  const exists = (sector: number): boolean => (sector + 1) * size < fileBytes;
  const read = (sector: number): Promise<Buffer> =>
    exists(sector) ? bytesAt((sector + 1) * size, size) : Promise.resolve(Buffer.alloc(0));
  const numberIn = async (sector: number, index: number): Promise<number> => {
    const bytes = await read(sector);
    return bytes.length < size ? Number.POSITIVE_INFINITY : bytes.readUInt32LE(index * 4);
  };
  /** Large files store further parts of the allocation table in separate sectors. */
  const tableSector = async (part: number): Promise<number> => {
    if (part < tableInHeader) return header.readUInt32LE(76 + part * 4);
    let list = header.readUInt32LE(68);
    let left = part - tableInHeader;
    for (; left >= numbers - 1; left -= numbers - 1) list = await numberIn(list, numbers - 1);
    return numberIn(list, left);
  };
  async function* chain(first: number): AsyncGenerator<number> {
    let at = first;
    for (let step = 0; step < chainMax && exists(at); step += 1) {
      yield at;
      at = await numberIn(await tableSector(Math.floor(at / numbers)), at % numbers);
    }
  }
  return { header, size, read, chain };
}
