import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, onTestFinished, test } from 'vitest';
import { commentedPaper } from '#tests/support/papers.ts';
import { createBrought } from './brought.ts';

function opened(data: Uint8Array): Promise<PDFDocumentProxy> {
  const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS });
  onTestFinished(() => task.destroy());
  return task.promise;
}

test('M27 comments with their replies, marks with words and fields that are filled in are read, page by page', async () => {
  const brought = createBrought(opened(new Uint8Array(await commentedPaper())));
  const listed = new AbortController();
  await brought.readAll(listed.signal);
  expect(
    brought.read
      .get()
      .map(({ page, subtype, author, field, contents, hasLook, replies }) => [
        ...[page, subtype, author ?? field, contents, hasLook],
        replies.map((reply) => `${reply.author}: ${reply.contents}`),
      ]),
  ).toEqual([
    [
      0,
      'Text',
      'Thomas McKenna',
      'Who pays for the quay?',
      false,
      ['Priya Raman: The Port Authority does.', 'Elena Kowalczyk: Accepted'],
    ],
    [0, 'Widget', 'Signatory', 'Anna Sørensen', true, []],
    [0, 'Widget', 'Agreed', 'Yes', true, []],
    [1, 'Highlight', 'Priya Raman', 'Compare with page 1', true, []],
  ]);
});
