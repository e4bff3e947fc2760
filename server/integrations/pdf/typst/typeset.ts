import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { runBounded } from '#server/integrations/pdf/pdf-process.ts';
import type { RecordPlan } from './plan.ts';

const script = new URL('./typeset-process.ts', import.meta.url);
const usualBounds = { heapMegabytesMax: 512, timeMsMax: 180_000 };

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
  bounds: typeof usualBounds = usualBounds,
): Promise<Buffer> {
  const { config, log } = context;
  const logo = await readLogo(context, plan.logo);
  const input = JSON.stringify({ plan: { ...plan, logo }, fontsDir: config.fontsDir, format });
  const { printed, code, message } = await runBounded({ script, ...bounds, input });
  if (code !== 0) throw new Error(`The typesetting process ended with ${code}: ${message}`);
  if (message !== '') log.warn({ reason: message }, 'a document is not PDF/UA-1');
  return printed;
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
