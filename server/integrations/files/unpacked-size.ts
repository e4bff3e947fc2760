import { type FileHandle, open } from 'node:fs/promises';

/** 22 bytes and a comment of up to 65,535 (.ZIP File Format Specification, section 4.3.16). */
const endBytes = 22;
const commentBytesMax = 65_535;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const entryBytes = 46;
/** No real document has a larger directory. */
const directoryBytesMax = 16 * 1024 * 1024;

export interface UnpackedSize {
  readonly files: number;
  /** Read from the archive's directory. */
  readonly bytes: number;
}

/** Reads only the directory. Returns null if it is unreadable. */
export async function unpackedSize(path: string): Promise<UnpackedSize | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tail = await bytesOf(file, Math.max(0, size - endBytes - commentBytesMax), size);
    const end = lastEndRecord(tail);
    if (end === null || end.length > directoryBytesMax || end.start + end.length > size) return null;
    return addUp(await bytesOf(file, end.start, end.start + end.length));
  } finally {
    await file.close();
  }
}

async function bytesOf(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}

function lastEndRecord(tail: Buffer): { readonly start: number; readonly length: number } | null {
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    return { length: tail.readUInt32LE(at + 12), start: tail.readUInt32LE(at + 16) };
  }
  return null;
}

function addUp(directory: Buffer): UnpackedSize | null {
  let [files, bytes, at] = [0, 0, 0];
  while (at + entryBytes <= directory.length) {
    if (directory.readUInt32LE(at) !== entrySignature) return null;
    files += 1;
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    const extraStart = at + entryBytes + name;
    const size = directory.readUInt32LE(at + 24);
    bytes += size === inExtraField ? sizeInExtra(directory.subarray(extraStart, extraStart + extra)) : size;
    at = extraStart + extra + comment;
  }
  return files === 0 ? null : { files, bytes };
}

/** Also used for small files whose size was unknown (section 4.5.3). */
const inExtraField = 0xffff_ffff;
const zip64FieldId = 1;

function sizeInExtra(extra: Buffer): number {
  for (let at = 0; at + 12 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === zip64FieldId) return Number(extra.readBigUInt64LE(at + 4));
  }
  return inExtraField;
}
