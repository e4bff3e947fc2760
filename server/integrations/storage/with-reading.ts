import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';

/**
 * Gives `work` the bytes of a file, and fails when they cannot be read. A client whose request fails leaves the stream as it is; it is closed here,
 * or the file would stay open.
 */
export async function withReading<T>(path: string, work: (bytes: ReadStream) => Promise<T>): Promise<T> {
  const bytes = createReadStream(path);
  try {
    await once(bytes, 'open');
    const unreadable = new Promise<never>((_, reject) => {
      bytes.once('error', reject);
    });
    return await Promise.race([work(bytes), unreadable]);
  } finally {
    bytes.destroy();
  }
}
