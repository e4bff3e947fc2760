import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBook } from './book/make-book.ts';
import { readPdf } from './read-pdf.ts';
import { writeMarksIntoPdf } from './write-marks.ts';

const { execPath } = process;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.execPath = '/nowhere/node';
  process.on('unhandledRejection', onUnhandled);
});
afterEach(() => {
  process.execPath = execPath;
  process.off('unhandledRejection', onUnhandled);
});

const emptyBook = {
  creator: 'Dais',
  board: '',
  colour: '#1f4e5f',
  title: '',
  facts: [],
  notes: [],
  entries: [],
  papers: [],
};

test.each([
  ['reading a PDF', () => readPdf('/nowhere/paper.pdf')],
  ['writing marks', () => writeMarksIntoPdf('/nowhere/paper.pdf', '<xfdf/>')],
  [
    'making a board book',
    () =>
      makeBook(
        emptyBook,
        async () => undefined,
        async (made) => made,
      ),
  ],
])('%s fails alone where its process cannot begin, and the server goes on', async (_name, work) => {
  await expect(work()).rejects.toThrow('could not begin');
  // What nobody handles is told after the turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
