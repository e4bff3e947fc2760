import { expect, test } from 'vitest';
import { renderChapter } from './guide.ts';

test('a chapter has its title, headings with ids, links into the guide and named pictures', () => {
  const chapter = renderChapter(
    'directors',
    '# For directors\n\n## Reply, and change it\n\nSee [the room](chairs.md#the-room) & ![A "paper"](pictures/reply.webp)\n',
  );
  expect(chapter).toMatchObject({
    name: 'directors',
    title: 'For directors',
    headings: [{ id: 'reply-and-change-it', title: 'Reply, and change it' }],
    pictures: ['pictures/reply.webp'],
  });
  expect(chapter.html).toContain('<h2 id="reply-and-change-it" tabindex="-1">Reply, and change it</h2>');
  expect(chapter.html).toContain('<a class="link" href="/help/chairs#the-room">the room</a> &amp;');
  expect(chapter.html).toContain('<img src="{picture:pictures/reply.webp}" alt="A &quot;paper&quot;" loading="lazy">');
});

test('a chapter without a title is rejected', () => {
  expect(() => renderChapter('directors', 'Text')).toThrow('directors.md does not begin with its title.');
});
