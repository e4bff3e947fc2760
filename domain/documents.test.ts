import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  documentView,
  extensionOf,
  type FileExtension,
  fileExtensions,
  isFileExtension,
  isViewerReadOnly,
  mimeTypeByExtension,
  recentDocumentsMax,
  sizeText,
  trackedChangesText,
  unreadableText,
  usualExtensions,
  withRecent,
} from './documents.ts';

const file = (extension: FileExtension) => ({ mime_type: mimeTypeByExtension[extension], is_link: false });
const link = (mime_type: string) => ({ mime_type, is_link: true });

test('every accepted file extension has a MIME type, and no other extension is accepted', () => {
  expect(usualExtensions.join(', ')).toBe(
    'pdf, doc, docx, xls, xlsx, ppt, pptx, jpg, jpeg, png, txt, xml, html, htm, zip, csv',
  );
  expect(fileExtensions.toSorted()).toEqual(Object.keys(mimeTypeByExtension).toSorted());
  expect(isFileExtension('link')).toBe(false);
  expect(isFileExtension('constructor')).toBe(false);
});

test('a document is viewed according to its type, and previews need pdf.js', () => {
  const views = Map.groupBy(fileExtensions, (extension) => documentView(file(extension), 'pdfjs'));
  expect(Object.fromEntries([...views].map(([view, extensions]) => [view, extensions.join(' ')]))).toEqual({
    pdf: 'pdf',
    preview: 'doc docx xls xlsx ppt pptx html htm odt ods odp rtf bmp tif tiff heic',
    image: 'jpg jpeg png gif webp',
    download: 'txt xml zip csv svg xlsm docm pptm xlsb key pages numbers eml msg',
    media: 'mp4',
  });
  for (const [view, extensions] of views)
    for (const extension of extensions)
      expect(documentView(file(extension), 'none')).toBe(view === 'preview' ? 'download' : view);
});

test('only YouTube and Vimeo links are played, even if pdf.js is not available', () => {
  for (const engine of ['pdfjs', 'none'] as const) {
    for (const kind of ['youtube', 'vimeo']) expect(documentView(link(kind), engine)).toBe('video');
    for (const kind of ['generic', 'google-doc', 'google-sheet', 'google-slide', 'google-form'])
      expect(documentView(link(kind), engine)).toBe('link');
  }
});

test('the viewer allows annotations only on PDF files and images', () => {
  const kinds = [file('pdf'), file('png'), file('docx'), link('youtube')];
  expect(kinds.map(isViewerReadOnly)).toEqual([false, false, true, true]);
});

test('a file extension is the last part of the name in lower case', () => {
  expect(extensionOf('Minutes.PDF')).toBe('pdf');
  expect(extensionOf('a.pdf.exe')).toBe('exe');
  for (const name of ['minutes', '.pdf', 'a.', 'a/.pdf', '']) expect(extensionOf(name)).toBeNull();
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [421_888, '412 KB'],
  [1_048_575, '1 MB'],
  [8_598_323, '8.2 MB'],
  [1_073_741_823, '1 GB'],
  [1_610_612_736, '1.5 GB'],
])('%i bytes are displayed as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test('the recent documents are the last ten opened, without duplicates', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(15).map(String)), (ids) => {
      type Opened = { readonly id: string; readonly nth: number };
      const opened = ids.map((id, nth): Opened => ({ id, nth }));
      const recent = opened.reduce<readonly Opened[]>((list, each) => withRecent(list, each), []);
      const newest = [...new Set(ids.toReversed())].slice(0, recentDocumentsMax);
      expect(recent).toEqual(newest.map((id) => ({ id, nth: ids.lastIndexOf(id) })));
    }),
  );
});

test('papers that cannot be read online are listed by title', () => {
  const word = { title: 'Budget', mime_type: mimeTypeByExtension.docx, is_link: false, preview: 'none' };
  const readable = [
    { ...word, preview: 'made' },
    { ...word, preview: 'waiting' },
    { ...word, mime_type: 'application/pdf' },
    { ...word, is_link: true, mime_type: 'google-doc' },
  ];
  expect(unreadableText(readable)).toBeNull();
  expect(unreadableText([...readable, word])).toMatch(/^1 paper cannot be read here: Budget\. Members can download it/);
  expect(unreadableText([word, { ...word, title: 'Plan', preview: 'failed' }])).toMatch(
    /^2 papers cannot be read here: Budget, Plan\./,
  );
});

test('the warning about tracked changes names the affected papers', () => {
  const clean = { title: 'Budget', has_tracked_changes: false };
  expect(trackedChangesText([clean])).toBeNull();
  expect(trackedChangesText([clean, { title: 'Lease', has_tracked_changes: true }])).toMatch(
    /^Has tracked changes: Lease\. /,
  );
});
