import { expect, test } from 'vitest';
import { boardInitial, logoSrcset, personInitials, sortPeople } from './identity.ts';

test('initials are what a reader sees as the first letters', () => {
  expect(boardInitial(' harbour Street')).toBe('H');
  expect(boardInitial('e\u0301cole')).toBe('E\u0301');
  expect(boardInitial('👩‍👧 Club')).toBe('👩‍👧');
  expect(boardInitial('')).toBe('');
});

test.each([
  ['Elena kowalczyk', 'EK'],
  ['  Ana María  de la Cruz ', 'AC'],
  ['Cher', 'C'],
  ['élodie ørsted', 'ÉØ'],
  ['👩‍👧 Club', '👩‍👧C'],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿 👍🏽', '🏴󠁧󠁢󠁳󠁣󠁴󠁿👍🏽'],
  ['', ''],
])('of %j stands %j where there is no picture', (name, initials) => {
  expect(personInitials(name)).toBe(initials);
});

test('S9.17 a logo address with /conversions/ gets an @2x variant', () => {
  expect(logoSrcset('/media/7/conversions/logo-thumb.png')).toBe('/media/7/conversions/logo-thumb@2x.png 2x');
});

test('S9.17 the @2x variant keeps the query of the address, and looks for an extension in the name alone', () => {
  expect(logoSrcset('https://files.example/a.b/conversions/logo.webp?v=3.1')).toBe(
    'https://files.example/a.b/conversions/logo@2x.webp?v=3.1 2x',
  );
  expect(logoSrcset('/v1.2/conversions/logo')).toBe('/v1.2/conversions/logo@2x 2x');
});

test('S9.17 any other logo address has no variant', () => {
  expect(logoSrcset('/media/7/logo.png')).toBeNull();
});

test('S3.3 people stand by last name, then first name', () => {
  const people = ['Zoë Ávila', 'Bo avila', 'Ann Avila', 'Åsa Öberg', 'Ian Oberg', 'Ann Zimmer'].map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ');
    return { first_name, last_name };
  });
  expect(sortPeople(people.toReversed()).map((each) => `${each.last_name} ${each.first_name}`)).toEqual([
    'avila Bo',
    'Avila Ann',
    'Ávila Zoë',
    'Oberg Ian',
    'Öberg Åsa',
    'Zimmer Ann',
  ]);
});
