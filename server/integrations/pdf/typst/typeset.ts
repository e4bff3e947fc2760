import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { boundedNode, startProcess } from '#server/integrations/pdf/pdf-process.ts';
import { offline } from './offline.ts';
import type { RecordPlan } from './plan.ts';

const script = fileURLToPath(new URL('./typeset-process.ts', import.meta.url));
const usualBounds = { heapMegabytesMax: 512, timeMsMax: 180_000 };
const messageCharactersMax = 2_000;

export type RecordFormat = 'pdf' | 'docx';

interface Surroundings {
  readonly config: { readonly fontsDir: string | null };
  readonly storage: { open(key: string, range: null): Promise<Readable> };
  readonly log: Pick<Logger, 'warn'>;
}

export async function typeset(
  context: Surroundings,
  plan: RecordPlan,
  format: RecordFormat = 'pdf',
  { heapMegabytesMax, timeMsMax }: typeof usualBounds = usualBounds,
): Promise<Buffer> {
  const { config, log } = context;
  const logo = await readLogo(context, plan.logo);
  const child = spawn(...boundedNode({ script, args: [], heapMegabytesMax, cpuMsMax: timeMsMax }), {
    stdio: 'pipe',
    timeout: timeMsMax,
    killSignal: 'SIGKILL',
    env: offline,
  });
  const { ended } = await startProcess(child);
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ plan: { ...plan, logo }, fontsDir: config.fontsDir, format }));
  const [pdf, printed, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  const message = printed.slice(0, messageCharactersMax);
  if (code !== 0) throw new Error(`The typesetting process ended with ${code}: ${message}`);
  if (message !== '') log.warn({ reason: message }, 'a document is not PDF/UA-1');
  return pdf;
}

/** Returns Base64, or null if there is no logo or it cannot be read. */
export async function readLogo(
  { storage, log }: Pick<Surroundings, 'storage' | 'log'>,
  key: string | null,
): Promise<string | null> {
  if (key === null) return null;
  try {
    return (await buffer(await storage.open(key, null))).toString('base64');
  } catch (error) {
    log.warn({ err: error, key }, 'a document has no logo');
    return null;
  }
}
