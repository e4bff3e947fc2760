import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { boundedNode, readJsonLine, startProcess } from './pdf-process.ts';

const script = fileURLToPath(new URL('./read-pdf-process.ts', import.meta.url));
const heapMegabytesMax = 256;
const timeMsMax = 120_000;
/** Later pages are counted only. */
const pagesMax = 5_000;
export const pageCharactersMax = 100_000;
const totalCharactersMax = 20_000_000;

export interface PdfReading {
  readonly pageCount: number;
  /** By page; shorter when a limit was reached. */
  readonly texts: readonly string[];
}

/** Null for an unreadable file; partial text counts. Throws when the process could not start. */
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
