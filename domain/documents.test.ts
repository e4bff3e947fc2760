import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  documentDateText,
  documentExtensions,
  documentView,
  extensionOf,
  type FileExtension,
  fileExtensions,
  fileFamily,
  fileKindLabel,
  fileLetters,
  isFileExtension,
  isViewable,
  isViewerReadOnly,
  mayPrint,
  mimeTypeByExtension,
  nonViewableMimeTypes,
  recentDocumentsMax,
  sizeText,
  usualExtensions,
  withRecent,
} from './documents.ts';

const file = (extension: FileExtension) => ({ mime_type: mimeTypeByExtension[extension], is_link: false });
const link = (mime_type: string) => ({ mime_type, is_link: true });

test('S3.10 the extensions are those of the specification', () => {
  expect(documentExtensions.join(', ')).toBe(
    'pdf, doc, docx, xls, xlsx, ppt, pptx, jpg, jpeg, png, txt, xml, html, htm, zip, csv, link',
  );
  expect(fileExtensions.toSorted()).toEqual(Object.keys(mimeTypeByExtension).toSorted());
  expect(isFileExtension('link')).toBe(false);
  expect(isFileExtension('constructor')).toBe(false);
});

describe('viewable', () => {
  test('S4.1 PDF, JPEG, PNG, GIF, YouTube and Vimeo are, whatever the engine', () => {
    for (const engine of ['pdfjs', 'none'] as const) {
      for (const extension of ['pdf', 'jpg', 'jpeg', 'png', 'gif'] as const) {
        expect(isViewable(file(extension), engine)).toBe(true);
      }
      expect(isViewable(link('youtube'), engine)).toBe(true);
      expect(isViewable(link('vimeo'), engine)).toBe(true);
      for (const kind of ['generic', 'google-doc', 'google-sheet', 'google-slide', 'google-form']) {
        expect(isViewable(link(kind), engine)).toBe(false);
      }
    }
  });

  test('S4.2 with the annotation viewer on every other file is too, except csv, text, zip and xml', () => {
    const others = usualExtensions.filter((each) => !['pdf', 'jpg', 'jpeg', 'png', 'gif'].includes(each));
    for (const extension of others) {
      expect([extension, isViewable(file(extension), 'none')]).toEqual([extension, false]);
      const excepted = ['csv', 'txt', 'zip', 'xml'].includes(extension);
      expect([extension, isViewable(file(extension), 'pdfjs')]).toEqual([extension, !excepted]);
    }
  });

  test('M30 of the further types pictures and films are shown by the browser, papers and other pictures by conversion', () => {
    const further = fileExtensions.filter((each) => !usualExtensions.includes(each));
    const views = Map.groupBy(further, (extension) => documentView(file(extension), 'pdfjs'));
    expect(Object.fromEntries(views)).toEqual({
      preview: ['odt', 'ods', 'odp', 'rtf', 'bmp', 'tif', 'tiff', 'heic'],
      image: ['gif', 'webp'],
      download: ['svg', 'eml', 'msg'],
      media: ['mp4'],
    });
    expect(usualExtensions).toEqual(documentExtensions.filter((extension) => extension !== 'link'));
  });

  test('S9.16 the non-viewable mime types are those of csv, txt, zip and xml', () => {
    expect(nonViewableMimeTypes).toEqual(['text/csv', 'text/plain', 'application/zip', 'text/xml']);
    for (const mime_type of nonViewableMimeTypes) {
      expect(documentView({ mime_type, is_link: false }, 'pdfjs')).toBe('download');
    }
  });

  test('each is shown in its own way', () => {
    expect(documentView(file('pdf'), 'none')).toBe('pdf');
    expect(documentView(file('png'), 'none')).toBe('image');
    expect(documentView(link('vimeo'), 'none')).toBe('video');
    expect(documentView(file('docx'), 'pdfjs')).toBe('preview');
    expect(documentView(file('docx'), 'none')).toBe('download');
    expect(documentView(link('generic'), 'pdfjs')).toBe('link');
    expect(documentView(link('application/pdf'), 'pdfjs')).toBe('link');
  });
});

test('S4.5 the viewer is read-only when the document is hidden or no PDF or image', () => {
  expect(isViewerReadOnly({ ...file('pdf'), hidden: false })).toBe(false);
  expect(isViewerReadOnly({ ...file('png'), hidden: false })).toBe(false);
  expect(isViewerReadOnly({ ...file('pdf'), hidden: true })).toBe(true);
  expect(isViewerReadOnly({ ...file('docx'), hidden: false })).toBe(true);
  expect(isViewerReadOnly({ ...link('youtube'), hidden: false })).toBe(true);
});

test('S4.6 only the active document is printed, and only if not disabled', () => {
  expect(mayPrint({ id: '1', printing_disabled: false }, '1')).toBe(true);
  expect(mayPrint({ id: '1', printing_disabled: true }, '1')).toBe(false);
  expect(mayPrint({ id: '1', printing_disabled: false }, '2')).toBe(false);
  expect(mayPrint({ id: '1', printing_disabled: false }, null)).toBe(false);
});

test('the extension of a name is its last part, in lower case', () => {
  expect(extensionOf('Minutes.PDF')).toBe('pdf');
  expect(extensionOf('a.pdf.exe')).toBe('exe');
  for (const name of ['minutes', '.pdf', 'a.', 'a/.pdf', '']) expect(extensionOf(name)).toBeNull();
});

test('glyphs have a family and three letters, images and links an icon', () => {
  expect(documentExtensions.map(fileFamily).join(' ')).toBe(
    'pdf doc doc xls xls ppt ppt img img img any any any any any xls link',
  );
  expect(documentExtensions.map((each) => fileLetters(each) ?? '-').join(' ')).toBe(
    'pdf doc doc xls xls ppt ppt - - - txt xml htm htm zip csv -',
  );
});

test('kinds are said in words', () => {
  const word = (extension: string, mime_type = ''): string => fileKindLabel({ extension, mime_type });
  expect([word('pdf'), word('docx'), word('xlsx'), word('csv'), word('jpg')]).toEqual([
    'PDF',
    'DOCX',
    'Spreadsheet',
    'Table',
    'Image',
  ]);
  expect(word('link', 'youtube')).toBe('Video');
  expect(word('link', 'generic')).toBe('Link');
});

describe('sizes', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [421_888, '412 KB'],
    [1_048_575, '1 MB'],
    [8_598_323, '8.2 MB'],
    [104_857_600, '100 MB'],
    [1_073_741_823, '1 GB'],
    [1_610_612_736, '1.5 GB'],
  ])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

test('a file was uploaded, a link was added', () => {
  const created_at = '2026-11-12T13:05:00Z';
  expect(documentDateText({ is_link: false, created_at }, 'America/Halifax')).toBe('Uploaded on 11/12/2026 at 9:05 AM');
  expect(documentDateText({ is_link: true, created_at }, 'America/Halifax')).toBe('Added on 11/12/2026 at 9:05 AM');
});

interface Opened {
  readonly id: string;
  readonly title: string;
}
const opened = (id: string, title = id): Opened => ({ id, title });

test('a document opened again comes first, once, as it is now', () => {
  expect(withRecent([opened('a'), opened('b', 'old')], opened('b', 'new'))).toEqual([opened('b', 'new'), opened('a')]);
});

test('the list has no duplicates, is newest first and holds ten', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(15).map(String)), (ids) => {
      const recent = ids.reduce<readonly Opened[]>((list, id) => withRecent(list, opened(id)), []);
      const expected = [...new Set(ids.toReversed())].slice(0, recentDocumentsMax);
      expect(recent.map((each) => each.id)).toEqual(expected);
    }),
  );
});
