import { join } from 'node:path';
import { inTemporaryFolder } from '#server/file-system.ts';
import { namesInPdf } from './names-in-pdf.ts';
import { readJsonLine, runBounded } from './pdf-process.ts';
import { needsPassword } from './read-pdf.ts';

const script = new URL('./prepare-reading-process.ts', import.meta.url);
/** The time limit is short, because the uploader is waiting. */
const bounds = { heapMegabytesMax: 768, timeMsMax: 30_000 };

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

function prepare<T>(path: string, { keep, fontsDir }: Omit<Inspecting<T>, 'inTurn'>): Promise<InspectionResult<T>> {
  return inTemporaryFolder('dais-reading-', async (folder) => {
    const copy = join(folder, 'reading.pdf');
    const { printed, code } = await runBounded({ script, args: [path, copy, fontsDir ?? ''], ...bounds });
    const answer = readJsonLine(String(printed)) as { isDynamicForm: boolean; isCopied: boolean } | null;
    if (code !== 0 || answer === null) return plain;
    return { ...plain, isDynamicForm: answer.isDynamicForm, reading: answer.isCopied ? await keep(copy) : null };
  });
}
