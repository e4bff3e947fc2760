import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const unpack = promisify(inflate);
/** Bytes. Larger object streams are skipped. */
const packedMax = 8 * 1024 ** 2;
/** Maximum total size of a file's unpacked object streams, in bytes. */
const unpackedMax = 64 * 1024 ** 2;

/** Returns all names if the object streams are too large in total. */
export async function namesInPdf(path: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const look = (text: string): void => {
    for (const name of names) if (text.includes(name)) found.add(name);
  };
  const longest = Math.max(...names.map(({ length }) => length));
  let left = unpackedMax;
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1024 ** 2 })) {
    const text = rest + chunk;
    look(text);
    rest = text.slice(-longest);
    for (let at = text.indexOf('/ObjStm'); at >= 0; at = text.indexOf('/ObjStm', at)) {
      const [start, end] = [text.indexOf('stream', at), text.indexOf('endstream', at)];
      if (end < 0) {
        if (text.length - at < packedMax) rest = text.slice(at);
        break;
      }
      const data = Buffer.from(text.slice(start, end).replace(/^stream\r?\n/, ''), 'latin1');
      const unpacked = await unpackedText(data, left);
      look(unpacked ?? '');
      left -= unpacked?.length ?? left / 2; // Failed unpacking takes time too.
      if (left < 1) return new Set(names);
      at = end;
    }
  }
  return found;
}

/** Returns null if the stream is encrypted, damaged, too large or not compressed with Flate. */
async function unpackedText(data: Buffer, maxOutputLength: number): Promise<string | null> {
  try {
    return (await unpack(data, { maxOutputLength: Math.ceil(maxOutputLength) })).toString('latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
