import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ViewedDocument } from '#web/viewer/types.ts';
import { fileLine, VideoPane } from './panes.tsx';

const document: ViewedDocument = {
  id: '1',
  title: 'Rent roll, 2026',
  kind: 'download',
  url: '/document/1',
  dateLine: 'Uploaded on 9/1/2026 at 2:31 PM',
  extension: 'csv',
  byteSize: 421_888,
  printable: true,
};

test('a file is labelled with its name, extension and size', () => {
  expect(fileLine(document)).toBe('Rent roll, 2026.csv, 412 KB');
  expect(fileLine({ ...document, title: 'rent.CSV', byteSize: 12_345_678 })).toBe('rent.CSV, 11.8 MB');
  expect(fileLine({ ...document, byteSize: undefined })).toBe('Rent roll, 2026.csv');
});

test.each([
  ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/'],
  ['vimeo', 'https://vimeo.com/76979871', 'https://player.vimeo.com/'],
])('a %s video plays in an iframe whose host receives only our origin as referrer', (_kind, url, host) => {
  const html = renderToStaticMarkup(<VideoPane document={{ ...document, kind: 'video', url }} />);
  const [frame = ''] = /<iframe[^>]*>/.exec(html) ?? [];
  expect(frame).toContain(`src="${host}`);
  expect(frame.toLowerCase()).toContain('referrerpolicy="strict-origin-when-cross-origin"');
});
