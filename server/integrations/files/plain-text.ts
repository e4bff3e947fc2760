import { open } from 'node:fs/promises';
import { readBytes } from './read-bytes.ts';

const readable: ReadonlySet<string> = new Set(['txt', 'csv', 'xml']);
const bytesPerCharacterMax = 4;

export async function readPlainText(
  path: string,
  { extension, charactersMax }: { readonly extension: string; readonly charactersMax: number },
): Promise<string | null> {
  if (!readable.has(extension)) return null;
  const bytesMax = bytesPerCharacterMax * charactersMax;
  await using file = await open(path, 'r');
  const text = decode(await readBytes(file, 0, bytesMax)).replaceAll('\0', '');
  const words = extension === 'xml' ? text.replaceAll(/<[^<>]*>/g, ' ') : text;
  return words.trim().slice(0, charactersMax);
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // `stream: true` allows an incomplete character at the end.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
