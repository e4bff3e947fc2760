import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Digest {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Writes a stream into a new file that is on the disk when this returns, and tells what was written. */
export async function writeDigested(path: string, source: Readable, ...through: readonly Transform[]): Promise<Digest> {
  const { meter, digest } = measuring();
  await pipeline([source, ...through, meter, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })]);
  return digest();
}

export async function digestOfFile(path: string): Promise<Digest> {
  const { meter, digest } = measuring();
  await pipeline(createReadStream(path), meter, async (bytes: AsyncIterable<Buffer>) => {
    for await (const _ of bytes);
  });
  return digest();
}

export const digestOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A stream that lets everything through and counts it. */
function measuring(): { readonly meter: Transform; readonly digest: () => Digest } {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { meter, digest: () => ({ bytes, sha256: hash.digest('hex') }) };
}
