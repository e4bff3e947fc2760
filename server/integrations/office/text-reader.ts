import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder } from '#server/file-system.ts';
import { probe, runContained } from './sandbox.ts';

const pageMsMax = 20_000;
/** Tesseract works best with letters about thirty pixels high. */
const dotsPerInch = 200;

export interface TextReader {
  /** Pages start at 1. Returns null for an unreadable page. Throws if the sandbox could not start. */
  readPage(path: string, page: number): Promise<string | null>;
}

export async function findTextReader(): Promise<TextReader | null> {
  try {
    for (const program of ['pdftoppm', 'tesseract']) await probe(program, '-v');
    return { readPage };
  } catch {
    return null;
  }
}

function readPage(path: string, page: number): Promise<string | null> {
  return inTemporaryFolder('dais-scan-', async (folder) => {
    const number = String(page);
    const draw = ['-r', String(dotsPerInch), '-f', number, '-l', number, '-gray', '-png', '-singlefile'];
    const isRead =
      (await contained('pdftoppm', [...draw, '/in/paper.pdf', '/out/page'], { path, folder })) &&
      (await contained('tesseract', ['/out/page.png', '/out/page'], { path, folder }));
    return isRead ? (await readFile(join(folder, 'page.txt'), 'utf8')).replaceAll('\0', '').trim() : null;
  });
}

async function contained(
  program: string,
  args: readonly string[],
  place: { readonly path: string; readonly folder: string },
): Promise<boolean> {
  const [readable, writable] = [{ '/in/paper.pdf': place.path }, { '/out': place.folder }];
  try {
    await runContained({ program, args, readable, writable, msMax: pageMsMax });
    return true;
  } catch (error) {
    // A string `code` means that the sandbox did not start. A number means a problem with the page.
    if (error instanceof Error && 'code' in error && typeof error.code !== 'string') return false;
    throw error;
  }
}
