import { type FileHandle, open } from 'node:fs/promises';
import { uploadMessages } from '#domain/messages/documents.ts';

const header = '%PDF-';
/** The header must begin within this many bytes (ISO 32000-1, Annex H.3.4.1). */
const headBytes = 1_024;
/** The end-of-file marker must be within this many bytes of the end, not counting padding. */
const tailBytes = 65_536;

/** Returns null for a complete PDF. */
export async function pdfProblem(path: string, foundKind: string | null): Promise<string | null> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const head = await textOf(file, 0, headBytes + header.length);
  const at = head.indexOf(header);
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

async function textOf(file: FileHandle, from: number, length: number): Promise<string> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.toString('latin1', 0, bytesRead);
}
