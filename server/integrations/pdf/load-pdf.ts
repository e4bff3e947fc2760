import {
  EncryptedPDFError,
  type LoadOptions,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';

/** The library's error message, because this error has no class. */
const needsPassword = 'NEEDS PASSWORD';

/** The limit in ISO 32000-1, annex C, minus a reserve for added objects. */
const objectNumberMax = 8_388_607 - 100_000;

/** Throws `EncryptedPDFError` if the PDF needs a password. */
export async function loadPdf(bytes: Uint8Array, options: LoadOptions = {}): Promise<PDFDocument> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, ...options, password: '' });
    reserveReferencedNumbers(pdf.context);
    return pdf;
  } catch (error) {
    if (error instanceof Error && error.message === needsPassword) throw new EncryptedPDFError();
    throw error;
  }
}

/** Reserves the numbers of missing objects, so that references to them stay null when objects are added. */
function reserveReferencedNumbers(context: PDFContext): void {
  const waiting: (PDFObject | undefined)[] = context.enumerateIndirectObjects().map(([, object]) => object);
  waiting.push(...Object.values(context.trailerInfo));
  for (let object = waiting.pop(); waiting.length > 0 || object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      const { objectNumber } = object;
      if (objectNumber <= objectNumberMax)
        context.largestObjectNumber = Math.max(context.largestObjectNumber, objectNumber);
    } else if (object instanceof PDFStream) waiting.push(object.dict);
    else if (object instanceof PDFDict) for (const value of object.values()) waiting.push(value);
    else if (object instanceof PDFArray) for (const value of object.asArray()) waiting.push(value);
  }
}

/** The library needs quadratic time to save object streams. */
const objectsInStreamsMax = 10_000;

export function savePdf(pdf: PDFDocument): Promise<Uint8Array> {
  const options = { addDefaultPage: false, updateFieldAppearances: false };
  const isLarge = pdf.context.enumerateIndirectObjects().length > objectsInStreamsMax;
  return pdf.save(isLarge ? { ...options, useObjectStreams: false } : options);
}
