import { open } from 'node:fs/promises';
import { PDFContext, PDFHexString, type PDFObject, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import { writePdfDate } from '#domain/xfdf/values.ts';
import { type Layer, layerProperties } from '#server/integrations/pdf/layers/read-layers.ts';
import type { Typeface } from '#server/integrations/pdf/typeface.ts';

export interface Bookmark {
  readonly title: string;
  readonly page: PDFRef;
  /** The view of a destination (ISO 32000-1, 12.3.2.2). If undefined, the whole page is shown. */
  readonly view?: readonly PDFObject[];
  readonly isClosed?: boolean;
  readonly below: readonly Bookmark[];
}

export function writeOutline(part: PDFContext, bookmarks: readonly Bookmark[]): PDFRef {
  const root = part.nextRef();
  const branch = writeLevel(part, root, bookmarks);
  part.assign(root, part.obj({ Type: 'Outlines', ...branch }));
  return root;
}

interface Level {
  readonly First?: PDFRef;
  readonly Last?: PDFRef;
  readonly Count: number;
}

function writeLevel(part: PDFContext, parent: PDFRef, bookmarks: readonly Bookmark[]): Level {
  const refs = bookmarks.map(() => part.nextRef());
  let count = bookmarks.length;
  bookmarks.forEach((bookmark, index) => {
    const ref = refs[index] as PDFRef;
    const below = writeLevel(part, ref, bookmark.below);
    if (bookmark.isClosed !== true) count += below.Count;
    const [before, after] = [refs[index - 1], refs[index + 1]];
    part.assign(
      ref,
      part.obj({
        Title: PDFHexString.fromText(bookmark.title),
        Parent: parent,
        Dest: [bookmark.page, ...(bookmark.view ?? ['Fit'])],
        ...(before ? { Prev: before } : {}),
        ...(after ? { Next: after } : {}),
        ...(below.Count === 0 ? {} : below),
        ...(bookmark.isClosed === true && below.Count > 0 ? { Count: -below.Count } : {}),
      }),
    );
  });
  const [first, last] = [refs[0], refs.at(-1)];
  return { ...(first ? { First: first } : {}), ...(last ? { Last: last } : {}), Count: count };
}

export type PdfFile = Awaited<ReturnType<typeof createPdfFile>>;

/** Writes a PDF part by part, because pdf-lib would need memory for the whole file. */
export async function createPdfFile(path: string) {
  const file = await open(path, 'wx', 0o600);
  const offsets: number[] = [0];
  let position = 0;
  let largest = 0;
  const put = async (bytes: Uint8Array): Promise<void> => {
    await file.writeFile(bytes);
    position += bytes.length;
  };
  // This comment marks the file as binary (ISO 32000-1, 7.5.2).
  await put(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  return {
    /** Pass each part to `write` before requesting the next part. */
    part(): PDFContext {
      const part = PDFContext.create();
      part.largestObjectNumber = largest;
      return part;
    },
    async write(part: PDFContext): Promise<void> {
      for (const [ref, object] of part.enumerateIndirectObjects()) {
        offsets[ref.objectNumber] = position;
        await put(bytesOf(ref, object));
      }
      largest = Math.max(largest, part.largestObjectNumber);
    },
    async finish({ root, info }: { readonly root: PDFRef; readonly info: PDFRef }): Promise<void> {
      const at = position;
      const rows = Array.from({ length: largest + 1 }, (_, number) => {
        const offset = number === 0 ? undefined : offsets[number];
        return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
      });
      const trailer = `trailer\n<< /Size ${largest + 1} /Root ${root} /Info ${info} >>\nstartxref\n${at}\n%%EOF\n`;
      await put(Buffer.from(`xref\n0 ${largest + 1}\n${rows.join('')}${trailer}`, 'latin1'));
      await file.close();
    },
  };
}

interface Described {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly at: number;
  readonly pages: PDFRef;
  readonly outline: PDFRef | null;
  readonly face: Typeface;
  readonly layers: readonly Layer[];
  /** The label prefix of each range of pages, keyed by the zero-based first page. */
  readonly pageLabels: ReadonlyMap<number, string>;
}

/** Call this last, because only the glyphs used so far are embedded. */
export async function finishPdfFile(file: PdfFile, last: PDFContext, given: Described): Promise<void> {
  const root = last.register(
    last.obj({
      Type: 'Catalog',
      Pages: given.pages,
      ...(given.outline === null ? {} : { Outlines: given.outline, PageMode: 'UseOutlines' }),
      PageLabels: { Nums: pageLabels(given.pageLabels) },
      ...(given.layers.length > 0 ? { OCProperties: layerProperties(given.layers) } : {}),
      ViewerPreferences: { DisplayDocTitle: true },
      Lang: PDFString.of('en'),
    }),
  );
  const info = last.register(
    last.obj({
      Title: PDFHexString.fromText(given.title),
      Author: PDFHexString.fromText(given.author),
      Creator: PDFHexString.fromText(given.creator),
      CreationDate: PDFString.of(writePdfDate(given.at, 0)),
    }),
  );
  await given.face.embed(last);
  await file.write(last);
  await file.finish({ root, info });
}

/** A label is a prefix and the page's number in the whole file (ISO 32000-1, 12.4.2). */
const pageLabels = (prefixes: ReadonlyMap<number, string>) =>
  [...prefixes].flatMap(([page, prefix]) => [page, { S: 'D', St: page + 1, P: PDFHexString.fromText(prefix) }]);

function bytesOf(ref: PDFRef, object: PDFObject): Uint8Array {
  const head = Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`, 'latin1');
  const tail = Buffer.from('\nendobj\n', 'latin1');
  const bytes = new Uint8Array(head.length + object.sizeInBytes() + tail.length);
  bytes.set(head);
  object.copyBytesInto(bytes, head.length);
  bytes.set(tail, bytes.length - tail.length);
  return bytes;
}
