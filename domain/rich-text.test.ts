import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanRichText, richLink, richTextCharactersMax, richTextFault, richTextToPlainText } from './rich-text.ts';

const text = (words: string, ...marks: readonly unknown[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks } : {}),
});
const doc = (...content: readonly unknown[]) => ({ type: 'doc', content });

test('rich text from the editor keeps headings, lists, links, emphasis and quotes', () => {
  const written = doc(
    { type: 'heading', attrs: { level: 2 }, content: [text('Bring')] },
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('shoes', { type: 'bold' })] }] }],
    },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
    { type: 'blockquote', content: [{ type: 'paragraph', content: [text('as said'), { type: 'hardBreak' }] }] },
    { type: 'paragraph', content: [text('map', { type: 'link', attrs: { href: 'https://example.org/' } })] },
  );
  expect(cleanRichText(written)).toEqual(written);
  expect(richTextFault(written)).toBeNull();
  expect(richTextToPlainText(cleanRichText(written))).toBe('Bring\nshoes\n\nas said\n\nmap');
});

test('unknown elements are removed from rich text, and their words are kept', () => {
  const cell = { type: 'paragraph', content: [text('cell')] };
  const pasted = doc(
    { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [cell] }] }] },
    { type: 'image', attrs: { src: 'https://evil.example/pixel.gif' } },
    {
      type: 'heading',
      attrs: { level: 5, style: 'color:red' },
      content: [text('Deep', { type: 'textStyle', attrs: { color: 'red' } })],
    },
    { type: 'paragraph', content: [text('run', { type: 'link', attrs: { href: 'javascript:alert(1)' } })] },
  );
  expect(cleanRichText(pasted)).toEqual(
    doc(
      cell,
      { type: 'heading', attrs: { level: 3 }, content: [text('Deep')] },
      { type: 'paragraph', content: [text('run')] },
    ),
  );
  expect(richTextFault(pasted)).toBe('structure');
});

test('links in rich text lead only to the web or to an email address', () => {
  const schemes = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', ' JaVaScRiPt:alert(1)', 'file:///etc'];
  for (const address of [...schemes, '/home', '']) {
    expect(richLink(address), address).toBe(null);
  }
  expect(richLink(' https://example.org/a?b=c ')).toBe('https://example.org/a?b=c');
  expect(richLink('mailto:a@example.org')).toBe('mailto:a@example.org');
});

test('cleaning turns any JSON into valid rich text, and does not change valid rich text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const cleaned = cleanRichText(value);
      expect(cleanRichText(cleaned)).toEqual(cleaned);
      expect(richTextFault(cleaned)).toBeNull();
    }),
  );
});

test('rich text is limited in characters, blocks and depth', () => {
  expect(richTextFault(doc({ type: 'paragraph', content: [text('x'.repeat(richTextCharactersMax + 1))] }))).toBe(
    'length',
  );
  expect(richTextFault(doc(...Array(5_000).fill({ type: 'paragraph' })))).toBe('structure');
  let deep: unknown = { type: 'paragraph', content: [text('down here')] };
  for (let nth = 0; nth < 1_000; nth += 1) deep = { type: 'blockquote', content: [deep] };
  expect(richTextFault(doc(deep))).toBe('structure');
});
