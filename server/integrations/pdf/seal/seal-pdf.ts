import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SealProblem } from '#domain/signatures.ts';
import { boundedNode, readJsonLine, startProcess } from '#server/integrations/pdf/pdf-process.ts';
import type { SealWords } from './append-evidence.ts';
import { type SealKey, signDetached } from './seal-key.ts';

const script = fileURLToPath(new URL('./seal-process.ts', import.meta.url));
const heapMegabytesMax = 768;
const timeMsMax = 60_000;

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
  const file = await open(to, 'r+');
  try {
    await file.write(hex, reply.start + 1, 'latin1');
    await file.sync();
  } finally {
    await file.close();
  }
}

async function inProcess(args: readonly [string, string], request: SealRequest): Promise<SealReply> {
  const child = spawn(...boundedNode({ script, args, heapMegabytesMax, cpuMsMax: timeMsMax }), {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeMsMax,
    killSignal: 'SIGKILL',
    env: {},
  });
  const { ended } = await startProcess(child);
  // This error is ignored, because the exit code below reports the failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(request));
  const reply = readJsonLine(await text(child.stdout)) as SealReply | null;
  return (await ended) === 0 && reply !== null ? reply : { problem: 'damaged' };
}
