import type { FileHandle } from 'node:fs/promises';

/** Returns fewer bytes at the end of the file. */
export async function readBytes(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
