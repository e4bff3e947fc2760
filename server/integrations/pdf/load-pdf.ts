import { EncryptedPDFError, type LoadOptions, PDFDocument } from '@cantoo/pdf-lib';

/** pdf-lib has no class for it. */
const needsPassword = 'NEEDS PASSWORD';

/**
 * For writing. A PDF that anybody can open is decrypted, whatever its owner's password restricts. Throws `EncryptedPDFError`
 * when it needs a password to open.
 */
export async function loadPdf(bytes: Uint8Array, options: LoadOptions = {}): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, ...options, password: '' });
  } catch (error) {
    if (error instanceof Error && error.message === needsPassword) throw new EncryptedPDFError();
    throw error;
  }
}
