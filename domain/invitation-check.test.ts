import { expect, test } from 'vitest';
import { checkInvited, type TakenBy } from './invitation-check.ts';
import { readPastedPeople } from './pasted-people.ts';

const taken = new Map<string, TakenBy>([
  ['priya@harbour.example', 'member'],
  ['otto@harbour.example', 'invited'],
]);
const check = (text: string) => checkInvited(readPastedPeople(text), taken);

test('each line is told what is wrong with it', () => {
  const lines = check(`Nadia Boudreau, nadia@harbour.example
Priya Raman, Priya@Harbour.example
Otto Lind, otto@harbour.example
Lena Hofmann, lena@harbour
Nadia Boudreau, NADIA@harbour.example
Samuel Adeyemi
Samuel, sam@harbour.example
new@harbour.example`);
  expect(lines.map(({ title, state, field, message }) => [title, state, field, message])).toEqual([
    ['Nadia Boudreau', 'ready', null, 'Ready to invite'],
    ['Priya Raman', 'left-out', null, 'Already a member, left out'],
    ['Otto Lind', 'left-out', null, 'Already invited, left out'],
    ['Lena Hofmann', 'failed', null, 'This field must be in email format'],
    ['Nadia Boudreau', 'failed', null, 'This field cannot be a duplicate'],
    ['Samuel Adeyemi', 'failed', 'Email', 'This field is required.'],
    ['Samuel', 'failed', 'Last name', 'This field is required.'],
    ['new@harbour.example', 'failed', 'First name', 'This field is required.'],
  ]);
});

test('a name is no longer than its field', () => {
  const [line] = check(`${'x'.repeat(101)} Lind, x@harbour.example`);
  expect(line).toMatchObject({ field: 'First name', message: 'This field must be shorter than 100 characters' });
});
