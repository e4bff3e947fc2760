import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkedText, linkKindOf, videoOf } from './links.ts';

const links = (text: string) => linkedText(text).flatMap(({ href }) => href ?? []);

test('web addresses become links without trailing punctuation', () => {
  expect(linkedText('See https://example.org/budget, then ask.')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://example.org/budget', href: 'https://example.org/budget' },
    { text: ', then ask.', href: null },
  ]);
  expect(links('(https://example.org/a) and http://example.org/b_(c)!')).toEqual([
    'https://example.org/a',
    'http://example.org/b_(c)',
  ]);
});

test('only plain HTTP and HTTPS addresses become links', () => {
  const others =
    'javascript:alert(1) data:text/html,x ftp://example.org example.org https:// https://board@evil.example/';
  expect(links(others)).toEqual([]);
});

test('turning addresses into links loses no text, and every link uses HTTP or HTTPS', () => {
  const pieces = fc.constantFrom('https://', 'http://', 'a.example', '/x', 'javascript:', ...'(). \n"<');
  fc.assert(
    fc.property(
      fc.array(pieces).map((all) => all.join('')),
      (text) => {
        const parts = linkedText(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.every(({ href }) => href === null || /^https?:\/\//.test(href))).toBe(true);
      },
    ),
  );
});

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'youtube'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'youtube'],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube'],
  ['https://www.youtube.com/@channel', 'generic'],
  ['https://vimeo.com/123456789', 'vimeo'],
  ['https://vimeo.com/channels/staffpicks/123456789', 'vimeo'],
  ['https://player.vimeo.com/video/123456789?h=abcdef1234', 'vimeo'],
  ['https://vimeo.com/about', 'generic'],
  ['https://docs.google.com/document/d/1x/edit', 'google-doc'],
  ['https://docs.google.com/a/hsht.example/document/d/1x/edit', 'google-doc'],
  ['https://docs.google.com/spreadsheets/d/1x', 'google-sheet'],
  ['https://docs.google.com/presentation/d/1x', 'google-slide'],
  ['https://docs.google.com/forms/d/e/1x/viewform', 'google-form'],
  ['https://forms.gle/abc', 'google-form'],
  ['https://docs.google.com.evil.example/document/d/1x', 'generic'],
  ['https://notyoutube.com/watch?v=dQw4w9WgXcQ', 'generic'],
  ['javascript:alert(1)', 'generic'],
  ['not a link', 'generic'],
  ['https://example.org/watch?v=dQw4w9WgXcQ', 'generic'],
  ['https://youtube.com.example.org/watch?v=dQw4w9WgXcQ', 'generic'],
  ['https://www.youtube.com/watch?v="><script>', 'generic'],
  ['javascript:alert(1)//youtu.be/dQw4w9WgXcQ', 'generic'],
])('%s is a link of the kind %s, and only a video is played here', (address, kind) => {
  expect(linkKindOf(address)).toBe(kind);
  expect(videoOf(address)?.site.toLowerCase()).toBe(['youtube', 'vimeo'].includes(kind) ? kind : undefined);
});

test('a video is played without cookies, and keeps its start time and the secret of an unlisted video', () => {
  const [host, id] = ['https://www.youtube', 'dQw4w9WgXcQ'];
  const addresses = [`${host}.com/watch?v=${id}`, `https://youtu.be/${id}`, `https://m.youtube.com/shorts/${id}`];
  for (const address of [...addresses, `${host}-nocookie.com/embed/${id}`]) {
    expect(videoOf(address)).toEqual({
      site: 'YouTube',
      frameUrl: `${host}-nocookie.com/embed/${id}`,
      watchUrl: `${host}.com/watch?v=${id}`,
    });
  }
  expect(videoOf('https://vimeo.com/76979871')).toEqual({
    site: 'Vimeo',
    frameUrl: 'https://player.vimeo.com/video/76979871?dnt=1',
    watchUrl: 'https://vimeo.com/76979871',
  });
  expect(videoOf('https://youtu.be/dQw4w9WgXcQ?t=1m30s')?.frameUrl).toContain('?start=90');
  expect(videoOf('https://vimeo.com/channels/staff/76979871')?.watchUrl).toBe('https://vimeo.com/76979871');
  expect(videoOf('https://vimeo.com/76979871/8272103f6e')?.frameUrl).toBe(
    'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e',
  );
});
