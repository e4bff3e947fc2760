import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { containedCommand } from './sandbox.ts';

const run = promisify(execFile);
/** Of the wall clock, for one page. */
const pageMsMax = 20_000;
/** What Tesseract asks for: letters of a usual size stand some thirty points high. */
const dotsPerInch = 200;

/** Reads the text of scanned pages: poppler draws them, Tesseract reads; both contained. */
export interface TextReader {
  /** The text of a page, from 1; null when it cannot be read. Throws where the machine cannot now (no process, no space). */
  readPage(path: string, page: number): Promise<string | null>;
}

/** Null where the programs are missing or cannot be contained. */
export async function findTextReader(): Promise<TextReader | null> {
  for (const program of ['pdftoppm', 'tesseract']) {
    const [file, ...args] = containedCommand({ program, args: ['-v'], secondsMax: 20 });
    try {
      await run(file, args, { timeout: pageMsMax, killSignal: 'SIGKILL' });
    } catch {
      return null; // Missing or forbidden: the start's log says that scans stay unread.
    }
  }
  return { readPage };
}

async function readPage(path: string, page: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-scan-'));
  const number = String(page);
  const draw = ['-r', String(dotsPerInch), '-f', number, '-l', number, '-gray', '-png', '-singlefile'];
  try {
    const isRead =
      (await contained('pdftoppm', [...draw, '/in/paper.pdf', '/out/page'], { path, folder })) &&
      (await contained('tesseract', ['/out/page.png', '/out/page'], { path, folder }));
    return isRead ? (await readFile(join(folder, 'page.txt'), 'utf8')).replaceAll('\0', '').trim() : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** False when the program could make nothing of the page. */
async function contained(
  program: string,
  args: readonly string[],
  place: { readonly path: string; readonly folder: string },
): Promise<boolean> {
  const [file, ...rest] = containedCommand({
    program,
    args,
    readable: { '/in/paper.pdf': place.path },
    writable: { '/out': place.folder },
    secondsMax: pageMsMax / 1_000,
  });
  try {
    await run(file, rest, { timeout: pageMsMax, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024 });
    return true;
  } catch (error) {
    // A code in letters is the machine's: the program could not begin. Its own exit, or its time, is the page's doing.
    if (error instanceof Error && 'code' in error && typeof error.code !== 'string') return false;
    throw error;
  }
}
