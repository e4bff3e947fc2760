import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { loadPdf } from '#server/integrations/pdf/load-pdf.ts';

/** Bytes for the signature and an operator's certificate with its chain. */
export const signatureBytesMax = 16_384;
/** A placeholder with at least as many digits as any position in a file. */
const positionHolder = 9_999_999_999;
const byteRangeHolder = `[ 0 ${positionHolder} ${positionHolder} ${positionHolder} ]`;
/** PDF dictionary key of the seal's id. The browser searches for this key (domain/signatures.ts). */
const sealKey = 'DaisSeal';

export interface SealWords {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface Prepared {
  readonly bytes: Uint8Array;
  /** Position of the signature's `<`. */
  readonly start: number;
  /** Position after the signature's `>`. */
  readonly end: number;
}

/**
 * Adds an empty PAdES signature that certifies the file, so that PDF readers report later changes (ISO 32000-2, 7.5.6
 * and 12.8.2.2).
 */
export async function appendEvidence(bytes: Uint8Array, evidence: Uint8Array, words: SealWords): Promise<Prepared> {
  const pdf = await loadPdf(bytes, { forIncrementalUpdate: true });
  const { context, catalog } = pdf;
  const source = await PDFDocument.load(evidence, { updateMetadata: false });
  for (const page of await pdf.copyPages(source, source.getPageIndices())) {
    // The added pages are not in the structure tree.
    page.node.delete(PDFName.of('StructParents'));
    const { width, height } = page.getSize();
    page.node.set(PDFName.of('Rotate'), PDFNumber.of(0));
    page.setCropBox(0, 0, width, height);
    pdf.addPage(page);
  }
  const last = pdf.getPage(pdf.getPageCount() - 1);
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, positionHolder, positionHolder, positionHolder],
      Contents: PDFHexString.of('0'.repeat(2 * signatureBytesMax)),
      M: PDFString.fromDate(new Date(words.at)),
      Name: PDFHexString.fromText(words.name),
      Reason: PDFHexString.fromText(words.reason),
      [sealKey]: PDFString.of(words.id),
      Reference: [
        {
          Type: 'SigRef',
          TransformMethod: 'DocMDP',
          TransformParams: { Type: 'TransformParams', P: 1, V: PDFName.of('1.2') },
        },
      ],
    }),
  );
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(`Seal ${words.id}`),
      V: signature,
      Rect: [0, 0, 0, 0],
      // The annotation flags Locked and Print (ISO 32000-1, 12.5.3).
      F: 128 | 4,
      P: last.ref,
    }),
  );
  last.node.set(PDFName.of('Annots'), PDFArray.withContext(context));
  last.node.addAnnot(field);
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }));
  catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
  const options = { addDefaultPage: false, updateFieldAppearances: false };
  const saved = await pdf.save({ ...options, useObjectStreams: !hasTable(bytes) });
  return withByteRange(saved, bytes.length);
}

/** An incremental update must use the file's kind of cross-references, table or stream (ISO 32000-2, 7.5.8.1). */
function hasTable(bytes: Uint8Array): boolean {
  const start = startOfReferences(bytes);
  return Buffer.from(bytes.subarray(start, start + 20))
    .toString('latin1')
    .trimStart()
    .startsWith('xref');
}

export function startOfReferences(bytes: Uint8Array): number {
  const end = Buffer.from(bytes.subarray(-2_048)).toString('latin1');
  return Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1] ?? Number.NaN);
}

function withByteRange(bytes: Uint8Array, from: number): Prepared {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const range = file.indexOf(byteRangeHolder, from, 'latin1');
  const start = file.indexOf(`<${'0'.repeat(2 * signatureBytesMax)}>`, from, 'latin1');
  if (range < 0 || start < 0) throw new Error('The signature was written in another form.');
  const end = start + 2 * signatureBytesMax + 2;
  const positions = `[ 0 ${start} ${end} ${file.length - end} ]`;
  file.write(positions.padEnd(byteRangeHolder.length), range, 'latin1');
  return { bytes, start, end };
}
