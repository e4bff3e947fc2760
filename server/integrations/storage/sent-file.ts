import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const bufferBytes = 256 * 1024;

/** If the range is null, the whole file is read. Throws if the file is missing. */
export async function openSentFile(path: string, range: ByteRange | null): Promise<Readable> {
  const file = await open(path, 'r');
  try {
    return new SentFile(file, range ?? { start: 0, end: (await file.stat()).size - 1 });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reuses one buffer, because a new buffer per read would burden garbage collection (docs/performance.md). */
class SentFile extends Readable {
  readonly #file: FileHandle;
  readonly #range: ByteRange;

  constructor(file: FileHandle, range: ByteRange) {
    super();
    this.#file = file;
    this.#range = range;
  }

  override pipe<To extends NodeJS.WritableStream>(to: To): To {
    this.#sendTo(to).then(
      (isWhole) => {
        if (!isWhole) return void this.destroy();
        this.push(null);
        this.resume();
      },
      (error: Error) => this.destroy(error),
    );
    return to;
  }

  /** Fails for consumers other than `pipe`, because they might use a chunk while the buffer is refilled. */
  override _read(): void {
    this.destroy(new Error('This file can only be piped.'));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#file.close().then(
      () => done(error),
      (failure: Error) => done(error ?? failure),
    );
  }

  async #sendTo(to: NodeJS.WritableStream): Promise<boolean> {
    const buffer = Buffer.allocUnsafeSlow(bufferBytes);
    const { end } = this.#range;
    for (let at = this.#range.start; at <= end && !this.destroyed; ) {
      const { bytesRead } = await this.#file.read(buffer, 0, Math.min(bufferBytes, end - at + 1), at);
      if (bytesRead === 0) throw new Error('The file is shorter than expected.');
      if (!(await isSent(to, buffer.subarray(0, bytesRead)))) return false;
      at += bytesRead;
    }
    to.end();
    return !this.destroyed;
  }
}

const isSent = (to: NodeJS.WritableStream, bytes: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    to.write(bytes, (error) => resolve(!error));
  });
