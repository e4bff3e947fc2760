import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, onTestFinished, test } from 'vitest';
import { commentedPaper } from '#tests/support/papers.ts';
import { broughtOf, createBrought } from './brought.ts';

function opened(data: Uint8Array): Promise<PDFDocumentProxy> {
  const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS });
  onTestFinished(() => task.destroy());
  return task.promise;
}

test('the comments, marks and filled-in form fields of a PDF are read page by page, with their text and replies', async () => {
  const brought = createBrought(opened(new Uint8Array(await commentedPaper())));
  const listed = new AbortController();
  await brought.readAll(listed.signal);
  const read = brought.read.get().map(({ page, subtype, author, field, contents, hasLook, replies }) => {
    const answers = replies.map((reply) => `${reply.author}: ${reply.contents}`);
    return [page, subtype, author ?? field, contents, hasLook, ...answers].join(' | ');
  });
  expect(read).toEqual([
    '0 | Text | Thomas McKenna | Who pays for the quay? | false | Priya Raman: The Port Authority does. | Elena Kowalczyk: Accepted',
    '0 | Widget | Signatory | Anna Sørensen | true',
    '0 | Widget | Agreed | Yes | true',
    '1 | Highlight | Priya Raman | Compare with page 1 | true',
  ]);
});

test('a chain of 20,000 replies is limited to 5,000 comments', () => {
  let looks = 0;
  const all = Array.from({ length: 20_000 }, (_, nth) => ({
    id: String(nth),
    subtype: 'Text',
    rect: [0, 0, 1, 1] as const,
    hasAppearance: false,
    contentsObj: { str: `Remark ${nth}` },
    get inReplyTo() {
      looks += 1;
      return nth === 0 ? null : String(nth - 1);
    },
  }));
  const [first, ...others] = broughtOf(all, 0);
  expect([first?.contents, first?.replies.length, others.length]).toEqual(['Remark 0', 4_999, 0]);
  expect(looks).toBeLessThan(100_000);
});

test('replies in a cycle become separate comments', () => {
  const reply = (id: string, inReplyTo: string) => ({
    id,
    inReplyTo,
    subtype: 'Text',
    rect: [0, 0, 1, 1] as const,
    hasAppearance: false,
    contentsObj: { str: id },
  });
  const found = broughtOf([reply('one', 'two'), reply('two', 'one'), reply('three', 'missing')], 0);
  expect(found.map(({ contents, replies }) => `${contents} ${replies.length}`)).toEqual(['one 0', 'two 0', 'three 0']);
});
