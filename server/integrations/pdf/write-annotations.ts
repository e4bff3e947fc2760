import { join } from 'node:path';
import { inTemporaryFolder } from '#server/file-system.ts';
import { runBounded } from './pdf-process.ts';

const script = new URL('./write-annotations-process.ts', import.meta.url);
const bounds = { heapMegabytesMax: 768, timeMsMax: 60_000 };

/**
 * Returns null if the PDF needs a password, is damaged or exceeds the limits of the process. The copy exists until
 * `work` ends.
 */
export function writeAnnotationsIntoPdf<T>(
  from: string,
  { xfdf, fontsDir }: { readonly xfdf: string; readonly fontsDir: string | null },
  work: (copy: string) => Promise<T>,
): Promise<T | null> {
  return inTemporaryFolder('dais-marks-', async (folder) => {
    const copy = join(folder, 'marked.pdf');
    const { code } = await runBounded({ script, args: [from, copy, fontsDir ?? ''], ...bounds, input: xfdf });
    return code === 0 ? work(copy) : null;
  });
}
