import { describe, expect, test } from 'vitest';
import {
  documentExtensions,
  documentView,
  extensionOf,
  type FileExtension,
  fileExtensions,
  isFileExtension,
  isViewable,
  isViewerReadOnly,
  mayPrint,
  mimeTypeByExtension,
  nonViewableMimeTypes,
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
    const others = fileExtensions.filter((each) => !['pdf', 'jpg', 'jpeg', 'png', 'gif'].includes(each));
    for (const extension of others) {
      expect([extension, isViewable(file(extension), 'none')]).toEqual([extension, false]);
      const excepted = ['csv', 'txt', 'zip', 'xml'].includes(extension);
      expect([extension, isViewable(file(extension), 'pdfjs')]).toEqual([extension, !excepted]);
    }
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
