import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { offline } from '#server/integrations/pdf/typst/offline.ts';
import { boundedNode, startProcess } from './pdf-process.ts';

const script = fileURLToPath(new URL('./write-annotations-process.ts', import.meta.url));
const heapMegabytesMax = 768;
const timeMsMax = 60_000;

export interface MadeFile {
  readonly path: string;
  /** The caller must remove the folder, which contains only this file. */
  readonly folder: string;
}

/** Returns null if the PDF needs a password, is damaged or exceeds the limits of the process. */
export async function writeAnnotationsIntoPdf(
  from: string,
  xfdf: string,
  fontsDir: string | null = null,
): Promise<MadeFile | null> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-marks-'));
  let path: string | null = null;
  try {
    path = await writeInto(join(folder, 'marked.pdf'), { from, xfdf, fontsDir });
  } finally {
    if (path === null) await rm(folder, { recursive: true, force: true });
  }
  return path === null ? null : { path, folder };
}

async function writeInto(
  made: string,
  { from, xfdf, fontsDir }: { readonly from: string; readonly xfdf: string; readonly fontsDir: string | null },
): Promise<string | null> {
  const child = spawn(
    ...boundedNode({ script, args: [from, made, fontsDir ?? ''], heapMegabytesMax, cpuMsMax: timeMsMax }),
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: timeMsMax,
      killSignal: 'SIGKILL',
      env: offline,
    },
  );
  const { ended } = await startProcess(child);
  // This error is ignored, because the exit code below reports the failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(xfdf);
  return (await ended) === 0 ? made : null;
}
