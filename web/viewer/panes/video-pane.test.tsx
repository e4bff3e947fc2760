import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VideoPane } from './video-pane.tsx';

test.each([
  ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/'],
  ['vimeo', 'https://vimeo.com/76979871', 'https://player.vimeo.com/'],
])('a %s video plays in an iframe whose host receives only our origin as referrer', (_kind, url, host) => {
  const document = {
    id: 'a',
    title: 'A video',
    kind: 'video',
    url,
    dateLine: '',
    extension: 'link',
    printable: false,
  } as const;
  const html = renderToStaticMarkup(<VideoPane document={document} />);
  const [frame = ''] = /<iframe[^>]*>/.exec(html) ?? [];
  expect(frame).toContain(`src="${host}`);
  expect(frame.toLowerCase()).toContain('referrerpolicy="strict-origin-when-cross-origin"');
});
