import { expect, test } from 'vitest';
import { renderChapter } from './guide.ts';

test('a chapter is rendered with its title, headings, links and pictures', () => {
  const chapter = renderChapter(
    'directors',
    '# For directors\n\n## Reply, and change it\n\nSee [the room](chairs.md#the-room) & **Save**.\n\n![A "paper"](pictures/reply.webp)\n',
  );
  expect(chapter).toEqual({
    name: 'directors',
    title: 'For directors',
    headings: [{ id: 'reply-and-change-it', title: 'Reply, and change it' }],
    body: [
      ['h2', { id: 'reply-and-change-it', tabIndex: '-1' }, 'Reply, and change it'],
      [
        'p',
        {},
        'See ',
        ['a', { className: 'link', href: '/help/chairs#the-room' }, 'the room'],
        ' & ',
        ['strong', {}, 'Save'],
        '.',
      ],
      ['p', {}, ['img', { src: 'pictures/reply.webp', alt: 'A "paper"', loading: 'lazy' }]],
    ],
  });
});

test('a chapter without a title or with HTML is rejected', () => {
  expect(() => renderChapter('directors', 'Text')).toThrow('directors.md does not begin with its title.');
  expect(() => renderChapter('directors', '# Title\n\n<b>bold</b>\n')).toThrow('of the kind html');
});
