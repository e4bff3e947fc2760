import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VideoPane, videoOf } from './video-pane.tsx';

test.each([
  ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/'],
  ['vimeo', 'https://vimeo.com/76979871', 'https://player.vimeo.com/'],
])(
  'a %s video plays in a frame of its host without cookies, with strict-origin-when-cross-origin',
  (_kind, url, host) => {
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
  },
);

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('%s plays on the YouTube host without cookies', (address) => {
  expect(videoOf(address)).toEqual({
    site: 'YouTube',
    frameUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    watchUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
});

test('a video keeps its start time and the secret of an unlisted one', () => {
  expect(videoOf('https://vimeo.com/76979871')).toEqual({
    site: 'Vimeo',
    frameUrl: 'https://player.vimeo.com/video/76979871',
    watchUrl: 'https://vimeo.com/76979871',
  });
  expect(videoOf('https://youtu.be/dQw4w9WgXcQ?t=1m30s')?.frameUrl).toContain('?start=90');
  expect(videoOf('https://vimeo.com/channels/staff/76979871')?.watchUrl).toBe('https://vimeo.com/76979871');
  expect(videoOf('https://vimeo.com/76979871/8272103f6e')?.frameUrl).toBe(
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  );
});

test.each([
  'https://example.org/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/@someone',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'words',
])('%s is not a video', (address) => {
  expect(videoOf(address)).toBeUndefined();
});
