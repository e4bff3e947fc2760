import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./write-marks-process.ts', import.meta.url));
const heapMegabytesMax = 768;
const timeMsMax = 60_000;

export interface MadeFile {
  readonly path: string;
  /** Holds the file alone; whoever has read the file removes it. */
  readonly folder: string;
}

/** A copy of the PDF at `path` with these marks as annotations. Null for a file that cannot be written (encrypted, broken, too large). */
export async function writeMarksIntoPdf(path: string, xfdf: string): Promise<MadeFile | null> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-marks-'));
  const made = join(folder, 'marked.pdf');
  const args = [`--max-old-space-size=${heapMegabytesMax}`, script, path, made];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: timeMsMax,
    killSignal: 'SIGKILL',
    env: {},
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  // A process that ends before it has read everything is told by how it ended.
  child.stdin.on('error', () => undefined);
  child.stdin.end(xfdf);
  if ((await ended) === 0) return { path: made, folder };
  await rm(folder, { recursive: true, force: true });
  return null;
}
