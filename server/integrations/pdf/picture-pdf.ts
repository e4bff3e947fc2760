import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundedNode, startProcess } from './pdf-process.ts';

const script = fileURLToPath(new URL('./picture-pdf-process.ts', import.meta.url));
const heapMegabytesMax = 512;
const timeMsMax = 60_000;

type PicturePdf =
  | { readonly kind: 'made'; readonly path: string; readonly byteSize: number; readonly hasTrackedChanges: false }
  | { readonly kind: 'failed'; readonly cause: string };

/** Used instead of LibreOffice, which shows only the first page of a TIFF. The PDF exists until `work` ends. */
export async function withPicturePdf<T>(path: string, work: (done: PicturePdf) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-picture-'));
  try {
    const made = join(folder, 'picture.pdf');
    const child = spawn(...boundedNode({ script, args: [path, made], heapMegabytesMax, cpuMsMax: timeMsMax }), {
      stdio: 'ignore',
      timeout: timeMsMax,
      killSignal: 'SIGKILL',
      env: {},
    });
    const { ended } = await startProcess(child);
    const code = await ended;
    if (code !== 0) return await work({ kind: 'failed', cause: `the picture’s process ended with ${code}` });
    return await work({ kind: 'made', path: made, byteSize: (await stat(made)).size, hasTrackedChanges: false });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
