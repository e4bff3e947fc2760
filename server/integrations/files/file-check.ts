import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import type { FileExtension } from '#domain/documents.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { pdfProblem } from './pdf-check.ts';
import { unpackedSize } from './unpacked-size.ts';

/** 100 megapixels: more than any camera produces, and small enough for a server's memory. */
const pixelsMax = 100_000_000;
/** Office files are archives: ten times the largest upload. */
const unpackedBytesMax = 1024 ** 3;
const packedFilesMax = 20_000;
const textBytesRead = 65_536;

/** Detected types accepted for each extension. The old office formats share one container. */
const foundByExtension: Readonly<Partial<Record<FileExtension, readonly string[]>>> = {
  doc: ['cfb'],
  xls: ['cfb'],
  ppt: ['cfb'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  pptx: ['pptx'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  png: ['png', 'apng'],
  gif: ['gif'],
  webp: ['webp'],
  bmp: ['bmp'],
  tif: ['tif'],
  tiff: ['tif'],
  heic: ['heic', 'heif'],
  odt: ['odt'],
  ods: ['ods'],
  odp: ['odp'],
  rtf: ['rtf'],
  msg: ['cfb'],
  mp4: ['mp4', 'm4v'],
  zip: ['zip'],
};

export async function fileProblem(path: string, extension: FileExtension): Promise<string | null> {
  const found = await fileTypeFromFile(path);
  if (extension === 'pdf') return pdfProblem(path, found?.ext ?? null);
  const wanted = foundByExtension[extension];
  if (wanted) {
    if (!found || !wanted.includes(found.ext)) return uploadMessages.contentMismatch;
    if (['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'].includes(found.ext)) return archiveProblem(path);
    return ['jpg', 'png', 'apng', 'gif', 'webp', 'tif'].includes(found.ext) ? pictureProblem(path) : null;
  }
  // txt, csv, xml, html, svg, eml: text that is nothing else.
  const isMarkup = extension === 'xml' || extension === 'html' || extension === 'htm' || extension === 'svg';
  if (found && !(isMarkup && found.ext === 'xml')) return uploadMessages.contentMismatch;
  return (await isText(path)) ? null : uploadMessages.contentMismatch;
}

/** Runs before anything unpacks the archive. A truncated file is accepted but has no preview. */
async function archiveProblem(path: string): Promise<string | null> {
  const unpacked = await unpackedSize(path);
  const fits = unpacked === null || (unpacked.bytes <= unpackedBytesMax && unpacked.files <= packedFilesMax);
  return fits ? null : uploadMessages.unpackedTooLarge;
}

async function pictureProblem(path: string): Promise<string | null> {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    return width * height > pixelsMax ? uploadMessages.pictureTooLarge : null;
  } catch {
    // Only the header is a picture's.
    return uploadMessages.contentMismatch;
  }
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(textBytesRead), 0, textBytesRead, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const isUtf16 =
      bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
    return isUtf16 || !bytes.includes(0);
  } finally {
    await file.close();
  }
}

export async function sha256OfFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
