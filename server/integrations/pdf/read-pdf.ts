import { createInterface } from 'node:readline';
import { readJsonLine, startBounded } from './pdf-process.ts';

const script = new URL('./read-pdf-process.ts', import.meta.url);
const heapMegabytesMax = 256;
const timeMsMax = 120_000;
/** Milliseconds. The limit is short, because the uploader is waiting. */
const openMsMax = 20_000;
/** Later pages are only counted. */
const pagesMax = 5_000;
export const pageCharactersMax = 100_000;
const totalCharactersMax = 20_000_000;

/** Returns null for an unreadable file. The text may be incomplete. Throws if the process could not start. */
export async function readPdf(path: string) {
  const { child, ended } = await startReader(path, { pagesMax, msMax: timeMsMax });
  const texts: string[] = [];
  let pageCount: number | null = null;
  let characters = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const value = readJsonLine(line);
    if (typeof value === 'number') pageCount = value;
    if (typeof value !== 'string') continue;
    characters += value.length;
    if (characters > totalCharactersMax) {
      child.kill('SIGKILL');
      break;
    }
    texts.push(value);
  }
  await ended;
  return pageCount === null || pageCount < 1 ? null : { pageCount, texts };
}

export async function countPages(path: string): Promise<number | null> {
  const first = await readFirstLine(path);
  return typeof first === 'number' && first >= 1 ? first : null;
}

export const needsPassword = async (path: string): Promise<boolean> => (await readFirstLine(path)) === false;

async function readFirstLine(path: string): Promise<unknown> {
  const { child, ended } = await startReader(path, { pagesMax: 0, msMax: openMsMax });
  let first: unknown = null;
  for await (const line of createInterface({ input: child.stdout })) first ??= readJsonLine(line);
  await ended;
  return first;
}

function startReader(path: string, bounds: { readonly pagesMax: number; readonly msMax: number }) {
  const args = [path, String(bounds.pagesMax), String(pageCharactersMax)];
  return startBounded({ script, args, heapMegabytesMax, timeMsMax: bounds.msMax });
}
