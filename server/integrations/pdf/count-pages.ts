import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./count-pages-process.ts', import.meta.url));
const heapMegabytesMax = 256;
const timeMsMax = 30_000;

/** Pages of the PDF at `path`; null for a file that no reader opens (encrypted, broken, too large for its bounds). */
export async function countPages(path: string): Promise<number | null> {
  try {
    const { stdout } = await run(process.execPath, [`--max-old-space-size=${heapMegabytesMax}`, script, path], {
      timeout: timeMsMax,
      killSignal: 'SIGKILL',
      env: {},
    });
    const pages = Number(stdout);
    return Number.isInteger(pages) && pages > 0 ? pages : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (typeof error.code === 'number' || error.code === null))
      return null;
    throw error;
  }
}
