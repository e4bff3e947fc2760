import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBounded } from './pdf-process.ts';

const script = new URL('./write-annotations-process.ts', import.meta.url);
const bounds = { heapMegabytesMax: 768, timeMsMax: 60_000 };

/**
 * Returns null if the PDF needs a password, is damaged or exceeds the limits of the process. The caller must remove the
 * folder, which contains only the file.
 */
export async function writeAnnotationsIntoPdf(
  from: string,
  xfdf: string,
  fontsDir: string | null = null,
): Promise<{ readonly path: string; readonly folder: string } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-marks-'));
  const path = join(folder, 'marked.pdf');
  let isMade = false;
  try {
    const { code } = await runBounded({ script, args: [from, path, fontsDir ?? ''], ...bounds, input: xfdf });
    isMade = code === 0;
  } finally {
    if (!isMade) await rm(folder, { recursive: true, force: true });
  }
  return isMade ? { path, folder } : null;
}
