import { EncryptedPDFError, type LoadOptions, PDFDocument } from '@cantoo/pdf-lib';

/** The message of the library, which has no error class for this. */
const needsPassword = 'NEEDS PASSWORD';

/**
 * Decrypts a PDF that anyone can open, whatever its restrictions. Throws `EncryptedPDFError` if it needs a password.
 */
export async function loadPdf(bytes: Uint8Array, options: LoadOptions = {}): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, ...options, password: '' });
  } catch (error) {
    if (error instanceof Error && error.message === needsPassword) throw new EncryptedPDFError();
    throw error;
  }
}
