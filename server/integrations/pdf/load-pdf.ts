import { EncryptedPDFError, type LoadOptions, PDFDocument } from '@cantoo/pdf-lib';

/** pdf-lib has no class for it. */
const needsPassword = 'NEEDS PASSWORD';

/**
 * Loads a PDF for writing. A PDF that anyone can open is decrypted, regardless of its owner's restrictions. Throws
 * `EncryptedPDFError` if it needs a password to open.
 */
export async function loadPdf(bytes: Uint8Array, options: LoadOptions = {}): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, ...options, password: '' });
  } catch (error) {
    if (error instanceof Error && error.message === needsPassword) throw new EncryptedPDFError();
    throw error;
  }
}
