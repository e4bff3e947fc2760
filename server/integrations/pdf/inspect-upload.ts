import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { offline } from '#server/integrations/pdf/typst/offline.ts';
import { namesInPdf } from './names-in-pdf.ts';
import { boundedNode, readJsonLine, startProcess } from './pdf-process.ts';
import { needsPassword } from './read-pdf.ts';

const script = fileURLToPath(new URL('./prepare-reading-process.ts', import.meta.url));
const heapMegabytesMax = 768;
/** Milliseconds. The limit is short, because the uploader is waiting. */
const timeMsMax = 30_000;

export interface InspectionResult<T> {
  readonly needsPassword: boolean;
  readonly isDynamicForm: boolean;
  readonly reading: T | null;
}

interface Inspecting<T> {
  readonly inTurn: <R>(work: () => Promise<R>) => Promise<R>;
  readonly keep: (path: string) => Promise<T>;
  readonly fontsDir: string | null;
}

const plain = { needsPassword: false, isDynamicForm: false, reading: null } as const;

export async function inspectUpload<T>(
  path: string,
  { inTurn, keep, fontsDir }: Inspecting<T>,
): Promise<InspectionResult<T>> {
  const names = await namesInPdf(path, ['/Encrypt', '/OCProperties', '/AcroForm']);
  if (names.size === 0) return plain;
  return inTurn(async () => {
    if (names.has('/Encrypt') && (await needsPassword(path))) return { ...plain, needsPassword: true };
    return prepare(path, { keep, fontsDir });
  });
}

async function prepare<T>(
  path: string,
  { keep, fontsDir }: Omit<Inspecting<T>, 'inTurn'>,
): Promise<InspectionResult<T>> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-reading-'));
  try {
    const copy = join(folder, 'reading.pdf');
    const args = [path, copy, fontsDir ?? ''];
    const child = spawn(...boundedNode({ script, args, heapMegabytesMax, cpuMsMax: timeMsMax }), {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: timeMsMax,
      killSignal: 'SIGKILL',
      env: offline,
    });
    const { ended } = await startProcess(child);
    const answer = readJsonLine(await text(child.stdout)) as { isDynamicForm: boolean; isCopied: boolean } | null;
    if ((await ended) !== 0 || answer === null) return plain;
    return { ...plain, isDynamicForm: answer.isDynamicForm, reading: answer.isCopied ? await keep(copy) : null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
