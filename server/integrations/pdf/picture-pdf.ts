import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder } from '#server/file-system.ts';
import { runBounded } from './pdf-process.ts';

const script = new URL('./picture-pdf-process.ts', import.meta.url);
const bounds = { heapMegabytesMax: 512, timeMsMax: 60_000 };

type PicturePdf =
  | { readonly kind: 'made'; readonly path: string; readonly byteSize: number; readonly hasTrackedChanges: false }
  | { readonly kind: 'failed'; readonly cause: string };

/** Used instead of LibreOffice, which shows only the first page of a TIFF. The PDF exists until `work` ends. */
export const withPicturePdf = <T>(path: string, work: (done: PicturePdf) => Promise<T>): Promise<T> =>
  inTemporaryFolder('dais-picture-', async (folder) => {
    const made = join(folder, 'picture.pdf');
    const { code } = await runBounded({ script, args: [path, made], ...bounds });
    if (code !== 0) return work({ kind: 'failed', cause: `the picture’s process ended with ${code}` });
    return work({ kind: 'made', path: made, byteSize: (await stat(made)).size, hasTrackedChanges: false });
  });
