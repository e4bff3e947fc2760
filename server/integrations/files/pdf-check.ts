import { type FileHandle, open } from 'node:fs/promises';
import { uploadMessages } from '#domain/messages/documents.ts';

const header = '%PDF-';
/** Readers look for the header in so many bytes (ISO 32000-1, Annex H.3.4.1). */
const headBytes = 1_024;
/** The end of the file is named within these; some programs write more behind it. */
const tailBytes = 65_536;

/** `foundKind`: what else the bytes look like. Null when it is a PDF that has its end. */
export async function pdfProblem(path: string, foundKind: string | null): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await textOf(file, 0, headBytes + header.length);
    const at = head.indexOf(header);
    const isOther = at > 0 && foundKind !== null && foundKind !== 'pdf';
    if (at < 0 || at >= headBytes || isOther) return uploadMessages.contentMismatch;
    const tail = await textOf(file, Math.max(0, size - tailBytes), tailBytes);
    return isCutOff(head, tail, size) ? uploadMessages.truncated : null;
  } finally {
    await file.close();
  }
}

/** A linearised file has an end in its beginning, too, and names its length (ISO 32000-1, Annex F). */
function isCutOff(head: string, tail: string, size: number): boolean {
  const [, length] = /\/Linearized\s[^>]*\/L\s+(\d+)/.exec(head) ?? [];
  if (length !== undefined && Number(length) > size) return true;
  return !/%%EOF|startxref\s+\d+/.test(tail);
}

async function textOf(file: FileHandle, from: number, length: number): Promise<string> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.toString('latin1', 0, bytesRead);
}
