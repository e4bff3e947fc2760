import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { containedCommand } from './sandbox.ts';

const run = promisify(execFile);
const pageMsMax = 20_000;
/** Tesseract works best with letters about thirty pixels high. */
const dotsPerInch = 200;

export interface TextReader {
  /** Pages start at 1. Returns null for an unreadable page. Throws if the program could not run at all. */
  readPage(path: string, page: number): Promise<string | null>;
}

export async function findTextReader(): Promise<TextReader | null> {
  for (const program of ['pdftoppm', 'tesseract']) {
    const [file, ...args] = containedCommand({ program, args: ['-v'], secondsMax: 20 });
    try {
      await run(file, args, { timeout: pageMsMax, killSignal: 'SIGKILL' });
    } catch {
      return null;
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
    // A string `code` means that the program did not start. A number means a problem with the page.
    if (error instanceof Error && 'code' in error && typeof error.code !== 'string') return false;
    throw error;
  }
}
