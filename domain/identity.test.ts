import { expect, test } from 'vitest';
import { boardInitial, callName, fullName, logoSrcset, personInitials, sortPeople } from './identity.ts';

test('the initial of a board is the first visible character of its name', () => {
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
])('the initials of %j are %j', (name, initials) => {
  expect(personInitials(name)).toBe(initials);
});

test('only logos under /conversions/ have an @2x variant, and its URL keeps the query string', () => {
  expect(logoSrcset('/media/7/conversions/logo-thumb.png')).toBe('/media/7/conversions/logo-thumb@2x.png 2x');
  const address = (name: string) => `https://files.example/a.b/conversions/${name}`;
  expect(logoSrcset(address('logo.webp?v=3.1'))).toBe(`${address('logo@2x.webp?v=3.1')} 2x`);
  expect(logoSrcset('/v1.2/conversions/logo')).toBe('/v1.2/conversions/logo@2x 2x');
  expect(logoSrcset('/media/7/logo.png')).toBeNull();
});

test('people are sorted by last name, then first name', () => {
  const people = ['Zoë Ávila', 'Bo avila', 'Ann Avila', 'Åsa Öberg', 'Ian Oberg', 'Ann Zimmer'].map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ');
    return { first_name, last_name };
  });
  const names = sortPeople(people.toReversed()).map((each) => `${each.last_name} ${each.first_name}`);
  expect(names).toEqual(['avila Bo', 'Avila Ann', 'Ávila Zoë', 'Oberg Ian', 'Öberg Åsa', 'Zimmer Ann']);
});

test('a person with only one name is listed, greeted and sorted by that name', () => {
  const first = { first_name: '王小明', last_name: '' };
  const last = { first_name: '', last_name: 'Madonna' };
  expect([first, last].map(fullName)).toEqual(['王小明', 'Madonna']);
  expect([first, last].map(callName)).toEqual(['王小明', 'Madonna']);
  expect(personInitials(fullName(last))).toBe('M');
  const others = [
    { first_name: 'Ann', last_name: 'Zimmer' },
    { first_name: 'Lena', last_name: '' },
    { first_name: 'Bo', last_name: 'Avila' },
  ];
  expect(sortPeople([...others, last]).map(fullName)).toEqual(['Bo Avila', 'Lena', 'Madonna', 'Ann Zimmer']);
});
