import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { readBytes } from './read-bytes.ts';
import { withZipArchive } from './zip-archive.ts';

const manifestBytesMax = 1024 ** 2;

export async function needsOfficePassword(path: string, foundKind: string): Promise<boolean> {
  if (foundKind !== 'cfb') {
    // The manifest of an OpenDocument file states which entries are encrypted (OpenDocument, part 3, section 4.8.1).
    const manifest = await withZipArchive(
      path,
      async (archive) => (await archive?.read('META-INF/manifest.xml', manifestBytesMax)) ?? '',
    );
    return /<(?:\w+:)?encryption-data\b/.test(manifest);
  }
  const heads = await readStreamHeads(path, ['EncryptedPackage', 'WordDocument', 'Workbook', 'Current User']);
  // An encrypted .docx, .xlsx or .pptx file is stored in this stream (MS-OFFCRYPTO, section 1.3.3).
  if (heads.has('EncryptedPackage')) return true;
  const headOf = (name: string): Buffer => Buffer.concat([heads.get(name) ?? Buffer.alloc(0), Buffer.alloc(512)]);
  return (
    (headOf('WordDocument').readUInt16LE(10) & wordEncrypted) !== 0 ||
    headOf('Current User').readUInt32LE(12) === powerPointEncrypted ||
    needsWorkbookPassword(headOf('Workbook'))
  );
}

/** The flag `fEncrypted` (MS-DOC, section 2.5.2). */
const wordEncrypted = 0x0100;
/** The value of `headerToken` in an encrypted file (MS-PPT, section 2.3.2). */
const powerPointEncrypted = 0xf3d1c4df;
/** The record `FilePass`, one of the first in an encrypted file (MS-XLS, section 2.4.117). */
const filePass = 0x002f;
const recordsMax = 4;

function needsWorkbookPassword(head: Buffer): boolean {
  let at = 0;
  for (let nth = 0; nth < recordsMax && at + 4 <= head.length; nth += 1) {
    const [kind, length] = [head.readUInt16LE(at), head.readUInt16LE(at + 2)];
    if (kind === filePass) return !opensWithDefault(Buffer.concat([head.subarray(at + 4), Buffer.alloc(512)]));
    at += 4 + length;
  }
  return false;
}

/** Excel sets and enters this password itself if a workbook's structure is protected (MS-XLS, section 2.2.10). */
const defaultPassword = Buffer.from('VelvetSweatshop', 'utf16le');
/** Verifier of the default password in files with XOR obfuscation (MS-OFFCRYPTO, section 2.3.7.1). */
const defaultVerifier = 0x9a0a;
const firstBlock = Buffer.alloc(4);

/** Whether the default password matches the file's verifier (MS-OFFCRYPTO, sections 2.3.5 and 2.3.6). */
function opensWithDefault(pass: Buffer): boolean {
  if (pass.readUInt16LE(0) === 0) return pass.readUInt16LE(4) === defaultVerifier;
  if (pass.readUInt16LE(2) === 1) {
    const truncated = hashOf('md5', defaultPassword).subarray(0, 5);
    const salted = Array.from({ length: 16 }, () => Buffer.concat([truncated, pass.subarray(6, 22)]));
    const key = hashOf('md5', hashOf('md5', ...salted).subarray(0, 5), firstBlock);
    return isVerified('md5', rc4(key, pass.subarray(22, 54)));
  }
  const verifier = pass.subarray(14 + pass.readUInt32LE(10));
  const keyBytes = (pass.readUInt32LE(30) || 40) / 8;
  const hash = hashOf('sha1', hashOf('sha1', verifier.subarray(4, 20), defaultPassword), firstBlock);
  const key = Buffer.alloc(16);
  hash.copy(key, 0, 0, keyBytes);
  return isVerified('sha1', rc4(key, Buffer.concat([verifier.subarray(20, 36), verifier.subarray(40, 60)])));
}

const hashOf = (algorithm: 'md5' | 'sha1', ...parts: readonly Buffer[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest();

const isVerified = (algorithm: 'md5' | 'sha1', plain: Buffer): boolean =>
  hashOf(algorithm, plain.subarray(0, 16)).equals(plain.subarray(16));

/** Implemented here, because OpenSSL no longer offers this cipher by default. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let other = 0;
  return Buffer.from(
    bytes.map((byte, index) => {
      const at = (index + 1) & 255;
      other = (other + (state[at] ?? 0)) & 255;
      swap(at, other);
      return byte ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
    }),
  );
}

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
async function readStreamHeads(path: string, names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
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
  const header = await readBytes(file, 0, headerBytes);
  if (header.length < headerBytes || !header.subarray(0, 8).equals(signature)) return null;
  const size = header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const numbers = size / 4;
  const exists = (sector: number): boolean => (sector + 1) * size < fileBytes;
  const read = (sector: number): Promise<Buffer> =>
    exists(sector) ? readBytes(file, (sector + 1) * size, size) : Promise.resolve(Buffer.alloc(0));
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
