import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import type { FileExtension } from '#domain/documents.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { readBytes } from './read-bytes.ts';
import { withZipArchive } from './zip-archive.ts';

/** Limits the memory for decoding a picture. */
const pixelsMax = 100_000_000;
/** Ten times the default upload limit, because office files are compressed. */
const unpackedBytesMax = 1024 ** 3;
const packedFilesMax = 20_000;
const textBytesRead = 65_536;

/** `file-type` names these types by their extension. */
const namedAlike: readonly FileExtension[] = [
  'docx',
  'docm',
  'xlsx',
  'xlsm',
  'pptx',
  'pptm',
  'odt',
  'ods',
  'odp',
  'rtf',
  'zip',
  'jpg',
  'gif',
  'webp',
  'bmp',
  'tif',
];

const appleArchive = ['key', 'pages', 'numbers', 'zip'];
/** Old office formats share the container type `cfb`. */
const foundByExtension: Readonly<Partial<Record<FileExtension, readonly string[]>>> = {
  doc: ['cfb'],
  xls: ['cfb'],
  ppt: ['cfb'],
  msg: ['cfb'],
  jpeg: ['jpg'],
  png: ['png', 'apng'],
  tiff: ['tif'],
  heic: ['heic', 'heif'],
  mp4: ['mp4', 'm4v'],
  xlsb: ['zip'],
  key: appleArchive,
  pages: appleArchive,
  numbers: appleArchive,
  ...Object.fromEntries(namedAlike.map((extension) => [extension, [extension]])),
};

/** `file-type` cannot reliably detect XLSB and iWork files, so the archive must contain a file with a matching name. */
const appleFile = /^Index\/|(?:^|\/)Index\.zip$|^index\.(?:apxl|xml)(?:\.gz)?$/;
const contentByExtension: Readonly<Partial<Record<FileExtension, RegExp>>> = {
  xlsb: /^xl\/workbook\.bin$/,
  key: appleFile,
  pages: appleFile,
  numbers: appleFile,
};

const openXml = ['docx', 'docm', 'xlsx', 'xlsm', 'xlsb', 'pptx', 'pptm'];
const openDocument = ['odt', 'ods', 'odp'];
const officeExtensions: ReadonlySet<string> = new Set([...openXml, ...openDocument, 'doc', 'xls', 'ppt']);

export async function fileProblem(path: string, extension: FileExtension): Promise<string | null> {
  const found = await fileTypeFromFile(path);
  if (extension === 'pdf') return pdfProblem(path, found?.ext ?? null);
  const wanted = foundByExtension[extension];
  if (wanted) {
    if (await needsPassword(path, extension, found?.ext)) return uploadMessages.officePassword;
    if (!found || !wanted.includes(found.ext)) return uploadMessages.contentMismatch;
    if (officeExtensions.has(found.ext) || extension in contentByExtension) return archiveProblem(path, extension);
    return ['jpg', 'png', 'apng', 'gif', 'webp', 'tif'].includes(found.ext) ? pictureProblem(path) : null;
  }
  const isMarkup = extension === 'xml' || extension === 'html' || extension === 'htm' || extension === 'svg';
  if (found && !(isMarkup && found.ext === 'xml')) return uploadMessages.contentMismatch;
  return (await isText(path)) ? null : uploadMessages.contentMismatch;
}

/** An encrypted Open XML file is stored in this stream of a compound file (MS-OFFCRYPTO, section 1.3.3). */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');
const manifestBytesMax = 1024 ** 2;

/** Passwords of .doc, .xls and .ppt files are not detected. Such files get no preview. */
async function needsPassword(path: string, extension: FileExtension, found: string | undefined): Promise<boolean> {
  if (openXml.includes(extension) && found === 'cfb') return contains(path, encryptedPackage);
  if (!openDocument.includes(extension)) return false;
  // The manifest states which entries are encrypted (OpenDocument, part 3, section 4.8.1).
  return withZipArchive(path, async (archive) => {
    const manifest = (await archive?.read('META-INF/manifest.xml', manifestBytesMax)) ?? '';
    return /<(?:\w+:)?encryption-data\b/.test(manifest);
  });
}

async function contains(path: string, wanted: Buffer): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([before, chunk]);
    if (bytes.includes(wanted)) return true;
    before = bytes.subarray(-wanted.length);
  }
  return false;
}

async function archiveProblem(path: string, extension: FileExtension): Promise<string | null> {
  const content = contentByExtension[extension];
  return withZipArchive(path, async (archive) => {
    if (content && !archive?.has(content)) return uploadMessages.contentMismatch;
    const fits = archive === null || (archive.bytes <= unpackedBytesMax && archive.files <= packedFilesMax);
    return fits ? null : uploadMessages.unpackedTooLarge;
  });
}

async function pictureProblem(path: string): Promise<string | null> {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    return width * height > pixelsMax ? uploadMessages.pictureTooLarge : null;
  } catch {
    return uploadMessages.contentMismatch;
  }
}

async function isText(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  const bytes = await readBytes(file, 0, textBytesRead);
  const isUtf16 =
    bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  return isUtf16 || !bytes.includes(0);
}

const pdfHeader = '%PDF-';
/** The header must begin within this many bytes (ISO 32000-1, Annex H.3.4.1). */
const headBytes = 1_024;
/** The end-of-file marker must be within this many bytes of the end, not counting padding. */
const tailBytes = 65_536;

/** Returns null for a complete PDF. */
async function pdfProblem(path: string, foundKind: string | null): Promise<string | null> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const head = await textOf(file, 0, headBytes + pdfHeader.length);
  const at = head.indexOf(pdfHeader);
  const isOther = at > 0 && foundKind !== null && foundKind !== 'pdf';
  if (at < 0 || at >= headBytes || isOther) return uploadMessages.contentMismatch;
  const end = await endOfContent(file, size);
  const tail = await textOf(file, Math.max(0, end - tailBytes), Math.min(end, tailBytes));
  return isCutOff(head, tail, size) ? uploadMessages.truncated : null;
}

/**
 * A linearised file has a second end marker near its beginning, so its stated length must be checked (ISO 32000-1,
 * Annex F).
 */
function isCutOff(head: string, tail: string, size: number): boolean {
  const [, length] = /\/Linearized\s[^>]*\/L\s+(\d+)/.exec(head) ?? [];
  if (length !== undefined && Number(length) > size) return true;
  return !/%%EOF|startxref\s+\d+/.test(tail);
}

async function endOfContent(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; end -= tailBytes) {
    const from = Math.max(0, end - tailBytes);
    const last = (await textOf(file, from, end - from)).search(/[^\0\s%][\0\s%]*$/);
    if (last !== -1) return from + last + 1;
  }
  return 0;
}

const textOf = async (file: FileHandle, from: number, length: number): Promise<string> =>
  (await readBytes(file, from, length)).toString('latin1');

export async function sha256OfFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
