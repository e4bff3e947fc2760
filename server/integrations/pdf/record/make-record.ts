import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { boundedNode, readJsonLine, startProcess } from '#server/integrations/pdf/pdf-process.ts';
import type { RecordPlan } from './plan.ts';

const script = fileURLToPath(new URL('./make-record-process.ts', import.meta.url));
const usualBounds = { heapMegabytesMax: 512, timeMsMax: 180_000 };

interface MadeRecord {
  readonly path: string;
  readonly byteSize: number;
  readonly pageCount: number;
}

/** Runs in a process with limited memory and time; the file exists until `work` ends. */
export async function makeRecord<T>(
  plan: RecordPlan,
  work: (made: MadeRecord) => Promise<T>,
  bounds: typeof usualBounds = usualBounds,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-record-'));
  try {
    const path = join(folder, 'record.pdf');
    const { heapMegabytesMax, timeMsMax } = bounds;
    const child = spawn(...boundedNode({ script, args: [path], heapMegabytesMax, cpuMsMax: timeMsMax }), {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeMsMax,
      killSignal: 'SIGKILL',
      env: {},
    });
    const { ended } = await startProcess(child);
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(plan));
    const printed = readJsonLine(await text(child.stdout)) as Pick<MadeRecord, 'pageCount'> | null;
    const code = await ended;
    if (code !== 0 || printed === null) throw new Error(`The process that sets records ended with ${code}.`);
    return await work({ path, byteSize: (await stat(path)).size, pageCount: printed.pageCount });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
