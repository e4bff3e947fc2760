import { expect, test } from 'vitest';
import { filesOf, preloadsOf } from './pages.ts';

const routes = [
  { path: '/people/$slug', scripts: ['assets/people-1.js'], styles: [] },
  { path: '/people/create', scripts: ['assets/forms-1.js'], styles: ['assets/forms-1.css'] },
  { path: '/meetings/$id', scripts: ['assets/common-1.js', 'assets/meeting-1.js'], styles: [] },
];

const namesOf = (address: string): string => preloadsOf(filesOf(routes, address));

test('a page preloads the styles and scripts of its route', () => {
  expect(namesOf('/meetings/0b1f')).toBe(
    '<link rel="modulepreload" crossorigin href="/assets/common-1.js"><link rel="modulepreload" crossorigin href="/assets/meeting-1.js">',
  );
  expect(namesOf('/people/create')).toBe(
    '<link rel="stylesheet" crossorigin href="/assets/forms-1.css"><link rel="modulepreload" crossorigin href="/assets/forms-1.js">',
  );
});

test('an unknown address preloads nothing, and no part of the address is copied into the page', () => {
  expect(namesOf('/meetings')).toBe('');
  expect(namesOf('/meetings/a/b')).toBe('');
  expect(namesOf('/"><script>')).toBe('');
  expect(namesOf('/meetings/"><script>')).not.toContain('script>');
});
