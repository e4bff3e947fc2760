import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, onTestFinished, test } from 'vitest';
import { pdfPaper, signedPaper } from '#tests/support/papers.ts';
import { certifiedName, readSigners } from './signers.ts';

async function signersOf(paper: Buffer): Promise<readonly string[]> {
  const task = getDocument({ data: new Uint8Array(paper), verbosity: VerbosityLevel.ERRORS });
  onTestFinished(() => task.destroy());
  return readSigners(await task.promise);
}

test('the signer of a PDF is shown with the name in the certificate', async () => {
  expect(await signersOf(signedPaper())).toEqual(['Example Auditor']);
  expect(await signersOf(await pdfPaper(1))).toEqual([]);
});

test('bytes that are not a signature have no signer', () => {
  for (const bytes of [[], [0x30, 0x80], [0x30, 0x03, 0x02, 0x01, 0x05], Array(64).fill(0xff)])
    expect(certifiedName(Uint8Array.from(bytes))).toBeNull();
});
