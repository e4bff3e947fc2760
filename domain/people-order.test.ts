import { expect, test } from 'vitest';
import { sortPeople } from './people-order.ts';

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
