import { join } from 'node:path';
import { inTemporaryFolder } from '#server/file-system.ts';
import { probe, runContained, writtenBytes } from './sandbox.ts';

/** Milliseconds of real time. A gigabyte takes about ten seconds. */
const qpdfMsMax = 120_000;
const listingBytesMax = 256 * 1024 ** 2;

/** Size of the viewer's range requests, in bytes. */
const chunkBytes = 65_536;
/** A copy is made if the viewer would have to fetch more bytes than this before showing the first page. */
const spreadBytesMax = 1_000_000;

export type ReadingCopy =
  | { readonly kind: 'made'; readonly path: string; readonly byteSize: number }
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'failed'; readonly cause: string };

export interface ReadingCopier {
  /** The copy exists until `work` ends. Throws if qpdf could not start or was stopped, so that a retry may succeed. */
  copy<T>(path: string, work: (done: ReadingCopy) => Promise<T>): Promise<T>;
}

export async function findReadingCopier(): Promise<ReadingCopier | null> {
  try {
    await probe('qpdf');
    return {
      copy: (path, work) => inTemporaryFolder('dais-reading-', async (folder) => work(await copyInto(folder, path))),
    };
  } catch {
    return null;
  }
}

async function copyInto(folder: string, path: string): Promise<ReadingCopy> {
  const listed = await qpdf(['--show-pages', '--show-xref', '/in/paper.pdf'], { path, folder });
  if (listed.kind === 'failed') return listed;
  if (pageObjectBytes(listed.output) <= spreadBytesMax) return { kind: 'not-needed' };
  // A linearised copy would scatter the page objects, all of which pdf.js reads to find the last page.
  const made = await qpdf(['--object-streams=generate', '/in/paper.pdf', '/out/paper.pdf'], { path, folder });
  if (made.kind === 'failed') return made;
  const copied = join(folder, 'paper.pdf');
  const byteSize = await writtenBytes(copied);
  if (byteSize === null) return { kind: 'failed', cause: 'qpdf produced no copy' };
  return { kind: 'made', path: copied, byteSize };
}

/** Objects in object streams are not counted, because they are stored next to each other. */
export function pageObjectBytes(listing: string): number {
  const pages = new Set(Array.from(listing.matchAll(/^page \d+: (\d+) \d+ R$/gm), ([, number]) => number));
  const chunks = new Set<number>();
  for (const [, number, offset] of listing.matchAll(/^(\d+)\/\d+: uncompressed; offset = (\d+)$/gm)) {
    if (pages.has(number)) chunks.add(Math.floor(Number(offset) / chunkBytes));
  }
  return chunks.size * chunkBytes;
}

type Ran = { readonly kind: 'ran'; readonly output: string } | { readonly kind: 'failed'; readonly cause: string };

/** Fails even if qpdf could repair the file, because the copy would then differ from the upload. */
async function qpdf(args: readonly string[], place: { readonly path: string; readonly folder: string }): Promise<Ran> {
  const [readable, writable] = [{ '/in/paper.pdf': place.path }, { '/out': place.folder }];
  const bounds = { msMax: qpdfMsMax, outputBytesMax: listingBytesMax };
  try {
    return { kind: 'ran', output: await runContained({ program: 'qpdf', args, readable, writable, ...bounds }) };
  } catch (error) {
    const cause = (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ');
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') return { kind: 'failed', cause };
    throw new Error(`qpdf was stopped: ${cause}`, { cause: error });
  }
}
