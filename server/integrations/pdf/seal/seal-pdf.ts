import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { SealProblem } from '#domain/signatures.ts';
import { readJsonLine, runBounded } from '#server/integrations/pdf/pdf-process.ts';
import type { SealWords } from './append-evidence.ts';
import { type SealKey, signDetached } from './seal-key.ts';

const script = new URL('./seal-process.ts', import.meta.url);
const bounds = { heapMegabytesMax: 768, timeMsMax: 60_000 };

export interface SealRequest {
  /** Base64 of a PDF. If null, the process only checks whether the file can be sealed. */
  readonly evidence: string | null;
  readonly words: SealWords;
}

export type SealReply =
  | { readonly problem: SealProblem }
  | { readonly problem: null; readonly start: number; readonly end: number };

const noWords: SealWords = { id: '', name: '', reason: '', at: '2000-01-01T00:00:00Z' };

/** Returns why the file cannot be signed, or null. A file that exceeds the process's limits is reported as damaged. */
export const sealProblem = async (path: string): Promise<SealProblem | null> =>
  (await inProcess([path, ''], { evidence: null, words: noWords })).problem;

export async function sealPdf(given: {
  readonly from: string;
  readonly to: string;
  readonly evidence: Buffer;
  readonly words: SealWords;
  readonly key: SealKey;
}): Promise<void> {
  const { from, to, evidence, words, key } = given;
  const reply = await inProcess([from, to], { evidence: evidence.toString('base64'), words });
  if (reply.problem !== null) throw new Error(`A file could not be sealed: ${reply.problem}.`);
  const { size } = await stat(to);
  const digest = createHash('sha256');
  for (const range of [
    { start: 0, end: reply.start - 1 },
    { start: reply.end, end: size - 1 },
  ]) {
    for await (const chunk of createReadStream(to, range)) digest.update(chunk as Buffer);
  }
  const signature = await signDetached(key, digest.digest());
  const room = reply.end - reply.start - 2;
  const hex = signature.toString('hex');
  if (hex.length > room) throw new Error('The seal’s certificate is too long.');
  await using file = await open(to, 'r+');
  await file.write(hex, reply.start + 1, 'latin1');
  await file.sync();
}

async function inProcess(args: readonly [string, string], request: SealRequest): Promise<SealReply> {
  const { printed, code } = await runBounded({ script, args, ...bounds, input: JSON.stringify(request) });
  const reply = readJsonLine(String(printed)) as SealReply | null;
  return code === 0 && reply !== null ? reply : { problem: 'damaged' };
}
