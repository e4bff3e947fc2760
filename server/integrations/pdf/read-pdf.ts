import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { boundedNode, readJsonLine, startProcess } from './pdf-process.ts';

const script = fileURLToPath(new URL('./read-pdf-process.ts', import.meta.url));
const heapMegabytesMax = 256;
const timeMsMax = 120_000;
/** More pages than any board paper has; later ones are counted but not read. */
const pagesMax = 5_000;
export const pageCharactersMax = 100_000;
const totalCharactersMax = 20_000_000;

export interface PdfReading {
  readonly pageCount: number;
  /** By page, from the first; shorter than `pageCount` where the process was ended or came to its bounds. */
  readonly texts: readonly string[];
}

/**
 * How many pages the PDF at `path` has and what stands on them. Null for a file that no reader opens (encrypted, broken, too
 * large for its bounds). What was read before a bound was met counts. Throws where the process could not begin.
 */
export async function readPdf(path: string): Promise<PdfReading | null> {
  const args = [path, String(pagesMax), String(pageCharactersMax)];
  const child = spawn(...boundedNode({ script, args, heapMegabytesMax }), {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeMsMax,
    killSignal: 'SIGKILL',
    env: {},
  });
  const { ended } = await startProcess(child);
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
