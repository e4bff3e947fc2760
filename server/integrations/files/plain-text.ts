import { open } from 'node:fs/promises';
import { pageCharactersMax } from '#server/integrations/pdf/read-pdf.ts';

const readable: ReadonlySet<string> = new Set(['txt', 'csv', 'xml']);
/** Four bytes a character at most. */
const bytesMax = 4 * pageCharactersMax;

/** The text of a file that is nothing but text, as far as search takes it; null for every other kind. */
export async function readPlainText(path: string, extension: string): Promise<string | null> {
  if (!readable.has(extension)) return null;
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
    const text = decode(buffer.subarray(0, bytesRead)).replaceAll('\0', '');
    const words = extension === 'xml' ? text.replaceAll(/<[^<>]*>/g, ' ') : text;
    return words.trim().slice(0, pageCharactersMax);
  } finally {
    await file.close();
  }
}

/** UTF-8, or UTF-16 by its mark; what is neither is Windows' own Western letters. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // Streaming: a letter that the bound cuts in two is no error.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
