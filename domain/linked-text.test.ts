import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkedText } from './linked-text.ts';

const links = (text: string) => linkedText(text).flatMap(({ href }) => href ?? []);

test('web addresses become links, and the sentence keeps its full stop', () => {
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

test('nothing else is a link', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'example.org',
    'https://',
    'https://board@evil.example/',
  ]) {
    expect(links(text)).toEqual([]);
  }
});

test('whatever is typed is shown whole, and every link goes to the web', () => {
  const pieces = fc.constantFrom(
    'https://',
    'http://',
    'a.example',
    '/x',
    ')',
    '(',
    '.',
    ' ',
    'javascript:',
    '\n',
    '"',
    '<',
  );
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
