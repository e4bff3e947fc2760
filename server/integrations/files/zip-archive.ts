import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { readBytes } from './read-bytes.ts';

const unpack = promisify(inflateRaw);

/**
 * The end record has 22 bytes, plus a comment of up to 65,535 bytes (.ZIP File Format Specification, section 4.3.16).
 */
const endBytes = 22;
const commentBytesMax = 65_535;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const localHeaderBytes = 30;
/** Upper bound; no real document has a larger directory. */
const directoryBytesMax = 16 * 1024 * 1024;

/** Sizes are copied from the archive's directory and may be false. */
interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly isPacked: boolean;
  readonly start: number;
}

export interface ZipArchive {
  readonly files: number;
  readonly bytes: number;
  has(name: RegExp): boolean;
  /** Returns null if the file is missing, unreadable or larger than `bytesMax`. */
  read(name: string, bytesMax: number): Promise<string | null>;
}

/** Calls `work` with null if the directory is unreadable. */
export async function withZipArchive<T>(path: string, work: (archive: ZipArchive | null) => Promise<T>): Promise<T> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const tailBytes = Math.min(size, endBytes + commentBytesMax);
  const tail = await readBytes(file, size - tailBytes, tailBytes);
  const end = lastEndRecord(tail);
  if (end === null || end.length > directoryBytesMax || end.start + end.length > size) return await work(null);
  return await work(archiveOf(file, await readBytes(file, end.start, end.length)));
}

function archiveOf(file: FileHandle, directory: Buffer): ZipArchive | null {
  let [files, bytes] = [0, 0];
  for (const entry of entriesOf(directory)) {
    if (entry === null) return null;
    files += 1;
    bytes += entry.bytes;
  }
  if (files === 0) return null;
  return {
    files,
    bytes,
    has: (name) => [...entriesOf(directory)].some((entry) => entry !== null && name.test(entry.name)),
    async read(name, bytesMax) {
      const entry = [...entriesOf(directory)].find((each) => each?.name === name);
      return entry ? readEntry(file, entry, bytesMax) : null;
    },
  };
}

async function readEntry(file: FileHandle, entry: ZipEntry, bytesMax: number): Promise<string | null> {
  const { start, packedBytes, isPacked } = entry;
  if (packedBytes > bytesMax) return null;
  // The lengths of the name and the extra field may differ from those in the directory (.ZIP File Format Specification,
  // section 4.3.7).
  const header = await readBytes(file, start, localHeaderBytes);
  if (header.length < localHeaderBytes) return null;
  const from = start + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await readBytes(file, from, packedBytes);
  try {
    return (isPacked ? await unpack(packed, { maxOutputLength: bytesMax }) : packed).toString('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

function lastEndRecord(tail: Buffer): { readonly start: number; readonly length: number } | null {
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    return { length: tail.readUInt32LE(at + 12), start: tail.readUInt32LE(at + 16) };
  }
  return null;
}

function* entriesOf(directory: Buffer): Generator<ZipEntry | null> {
  for (let at = 0; at + entryBytes <= directory.length; ) {
    if (directory.readUInt32LE(at) !== entrySignature) return yield null;
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    const extraStart = at + entryBytes + name;
    const size = directory.readUInt32LE(at + 24);
    yield {
      name: directory.toString('utf8', at + entryBytes, extraStart),
      bytes: size === inExtraField ? sizeInExtra(directory.subarray(extraStart, extraStart + extra)) : size,
      packedBytes: directory.readUInt32LE(at + 20),
      isPacked: directory.readUInt16LE(at + 10) !== 0,
      start: directory.readUInt32LE(at + 42),
    };
    at = extraStart + extra + comment;
  }
}

/** This value means that the size is in the extra field (.ZIP File Format Specification, section 4.5.3). */
const inExtraField = 0xffff_ffff;
const zip64FieldId = 1;

function sizeInExtra(extra: Buffer): number {
  for (let at = 0; at + 12 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === zip64FieldId) return Number(extra.readBigUInt64LE(at + 4));
  }
  return inExtraField;
}
