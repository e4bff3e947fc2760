import { expect, test } from 'vitest';
import { kindOfFile } from '#domain/documents.ts';
import { isOpening, needsCopy, shownInline } from './policy.ts';

const opens = (range: string | undefined, wasJustOpened: boolean): boolean =>
  isOpening(range, { byteSize: 1000, wasJustOpened });

test('a range request counts as opening a document if it starts at the first byte or the reader has not just opened the document', () => {
  const odd = ['nonsense', 'bytes= 0-', 'BYTES=0-', 'bytes=00-', 'bytes=1-2,3-', 'bytes=0-0,1-'];
  for (const range of [undefined, 'bytes=0-', 'bytes=0-9', 'bytes=-1000', 'bytes=-9999', ...odd])
    expect([opens(range, true), opens(range, false)], range).toEqual([true, true]);
  for (const range of ['bytes=1-', 'bytes=500-999', 'bytes=-1', 'bytes=1000-'])
    expect([opens(range, true), opens(range, false)], range).toEqual([false, true]);
});

test('if watermarks are on, a file with pages needs a watermarked copy unless the viewer shows it', () => {
  const needs = (as: 'inline' | 'download', mimeType: string, watermark = 'downloads') =>
    needsCopy({ watermark: watermark as 'off' | 'downloads' }, { as, mimeType });
  for (const type of ['application/pdf', 'image/png'])
    expect([needs('download', type), needs('inline', type)]).toEqual([true, false]);
  expect([needs('inline', 'application/msword'), needs('download', 'text/csv')]).toEqual([true, false]);
  expect(needs('download', 'application/pdf', 'off')).toBe(false);
});

test('PDFs, pictures and videos open in the browser, but files that could run or load anything do not', () => {
  const opens = (...names: readonly string[]) => names.map((name) => shownInline.has(kindOfFile(name).mime_type));
  expect(opens('a.pdf', 'a.png', 'a.webp', 'a.mp4')).toEqual([true, true, true, true]);
  expect(opens('a.svg', 'a.eml', 'a.html', 'a.xml')).toEqual([false, false, false, false]);
});
