import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AddressHolder, checkInvited, pastedLinesOf, readPastedPeople } from './invitations.ts';

const taken = new Map<string, AddressHolder>([
  ['priya@harbour.example', 'member'],
  ['otto@harbour.example', 'invited'],
]);
const check = (text: string) => checkInvited(readPastedPeople(text), taken);

test('each pasted line of people to invite is validated', () => {
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
    ['Priya Raman', 'left-out', null, 'Already a member, not invited again'],
    ['Otto Lind', 'left-out', null, 'Already invited, not invited again'],
    ['Lena Hofmann', 'failed', null, 'This field must be in email format'],
    ['Nadia Boudreau', 'failed', null, 'This field cannot be a duplicate'],
    ['Samuel Adeyemi', 'failed', 'Email', 'This field is required.'],
    ['Samuel', 'ready', null, 'Ready to invite'],
    ['new@harbour.example', 'failed', 'Name', 'Enter a first name or a last name'],
  ]);
});

const read = (text: string) =>
  readPastedPeople(text).map(({ first_name, last_name, email }) => [first_name, last_name, email]);
const nadia = ['Nadia', 'Boudreau', 'nadia@harbour.example'];

test.each([
  'Nadia Boudreau, nadia@harbour.example',
  'nadia@harbour.example, Nadia Boudreau',
  'Nadia Boudreau; nadia@harbour.example',
  'Nadia Boudreau\tNadia@Harbour.example',
  'Nadia\tBoudreau\tnadia@harbour.example',
  'Nadia Boudreau <nadia@harbour.example>',
  '"Nadia Boudreau" <nadia@harbour.example>',
  '"Boudreau, Nadia" <nadia@harbour.example>',
  'Boudreau, Nadia <nadia@harbour.example>',
  'Boudreau, Nadia; nadia@harbour.example',
  'Nadia Boudreau nadia@harbour.example',
  'Nadia Boudreau (nadia@harbour.example)',
  '  Nadia   Boudreau ,  mailto:nadia@harbour.example ;',
  '"Nadia Boudreau","nadia@harbour.example"',
])('the name and email address in %j are parsed', (line) => {
  expect(read(line)).toEqual([nadia]);
});

test.each([
  ['Nadia Boudreau <nadia@harbour.example>, Owen Clarke <owen@harbour.example>', ['Nadia', 'Owen']],
  ['Boudreau, Nadia <nadia@harbour.example>, Clarke, Owen <owen@harbour.example>', ['Nadia', 'Owen']],
  ['nadia@harbour.example; owen@harbour.example', ['', '']],
])('both people in the line %j are parsed', (text, names) => {
  expect(readPastedPeople(text).map(({ line, first_name: name, email }) => [line, name, email])).toEqual([
    [1, names[0], 'nadia@harbour.example'],
    [1, names[1], 'owen@harbour.example'],
  ]);
});

test('a heading line names the columns and is not parsed as a person', () => {
  expect(read('E-mail;Surname;Phone;First name\nnadia@harbour.example;Boudreau;5550100;Nadia')).toEqual([nadia]);
  expect(read('\uFEFFName,Email\n"Boudreau, Nadia",nadia@harbour.example')).toEqual([nadia]);
  expect(read('Member\tEmail address\nNadia Boudreau\tNadia <nadia@harbour.example>')).toEqual([nadia]);
});

test.each([
  ['sep=;\r\nGiven name(s);Surname(s);E-Mail *\r\nNadia;Boudreau;nadia@harbour.example', nadia],
  ['sep=|\nnadia@harbour.example|Nadia|Boudreau', nadia],
  ['Prenom\tNom de famille / Family name\tAdresse e-mail\nNadia\tBoudreau\tnadia@harbour.example', nadia],
  ['Vorname(n),Familienname,E-Mail\nJörg,Böhm,jörg@Bücher.example', ['Jörg', 'Böhm', 'jörg@xn--bcher-kva.example']],
  ['First name,Last name,Email\nTaro,Yamada,x@例え.jp', ['Taro', 'Yamada', 'x@xn--r8jz45g.jp']],
  ['First name,Last name,Email\nSuharto,,suharto@example.id', ['Suharto', '', 'suharto@example.id']],
  ['"sep=;"\nVorname;Name;Mail\nNadia;Boudreau;nadia@harbour.example', nadia],
  ['Имя | Фамилия | Эл. почта\nNadia | Boudreau | nadia@harbour.example', nadia],
  ['Prénom usuel;Nom d’usage;Adresse;Adresse de courriel\nNadia;Boudreau;Rue 1;nadia@harbour.example', nadia],
  ['Company name,Address,Contact name,Work email *\nA Ltd,Road 1,Nadia Boudreau,nadia@harbour.example', nadia],
  ['姓,名,メール\nBoudreau,Nadia,nadia@harbour.example', nadia],
  ['Zero,Width\u200B,zw\u200B@example.org', ['Zero', 'Width', 'zw@example.org']],
  ['\u202BLeft\u202C,\u2067Right\u2069,lr@example.org', ['Left', 'Right', 'lr@example.org']],
])('the list %j is parsed into one person who is ready to invite', (text, person) => {
  expect(read(text)).toEqual([person]);
  expect(check(text)).toMatchObject([{ state: 'ready' }]);
});

test('people without a name or address are parsed with empty fields, and line numbers match the pasted text', () => {
  expect(readPastedPeople('\n  \nNadia\n\nowen@harbour.example\nLena Hofmann, lena@harbour\n')).toEqual([
    { line: 3, first_name: 'Nadia', last_name: '', email: '' },
    { line: 5, first_name: '', last_name: '', email: 'owen@harbour.example' },
    { line: 6, first_name: 'Lena', last_name: 'Hofmann', email: 'lena@harbour' },
  ]);
});

test('name particles belong to the last name, and names that are too long are rejected', () => {
  expect(read('Ludwig van der Berg, l@x.example')).toEqual([['Ludwig', 'van der Berg', 'l@x.example']]);
  expect(read('Ana Maria Silva, a@x.example')).toEqual([['Ana Maria', 'Silva', 'a@x.example']]);
  const [line] = check(`${'x'.repeat(101)} Lind, x@harbour.example`);
  expect(line).toMatchObject({ field: 'First name', message: 'This field must be shorter than 100 characters' });
});

test('people in a file written by a spreadsheet are parsed unchanged', () => {
  const word = fc.stringMatching(/^[A-Z][a-zéß'-]{1,8}$/).filter((text) => !text.endsWith("'"));
  const person = fc.record({
    first_name: word,
    last_name: word,
    email: fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.example$/),
  });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(person, { minLength: 1 }), fc.constantFrom(',', ';', '\t'), (people, delimiter) => {
      const row = (each: (typeof people)[number]) =>
        [each.last_name, each.email, each.first_name].map(quoted).join(delimiter);
      const text = [['Last Name', 'Email', 'First Name'].join(delimiter), ...people.map(row)].join('\r\n');
      expect(readPastedPeople(text).map(({ line: _, ...rest }) => rest)).toEqual(people);
    }),
  );
});

test('any text can be parsed for people to invite, and addresses are trimmed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'B', ' ', '"', ',', ';', '\t', '\n', '@', '<', '>', '.') }),
      (text) => {
        for (const { email } of readPastedPeople(text)) expect(email).toBe(email.trim());
      },
    ),
  );
});

test('the lines of selected people are returned as they were pasted, with their heading', () => {
  const linesOf = (text: string, ...lines: readonly number[]): string =>
    pastedLinesOf(
      text,
      readPastedPeople(text).filter(({ line }) => lines.includes(line)),
    );
  expect(linesOf('Ada, a@b.example\r\n\r\nBea; b@\r\nCleo', 3, 4)).toBe('Bea; b@\nCleo');
  expect(linesOf('Ada, a@b.example')).toBe('');
  const table = 'Name,Email\nAda,a@b.example\n"Bea\nBerg",b@\nCleo,c@d.example';
  expect(linesOf(table, 3)).toBe('Name,Email\n"Bea\nBerg",b@');
  expect(linesOf(table)).toBe('');
  expect(linesOf('sep=;\nName;Email\nAda;a@b.example\nBea;b@', 4)).toBe('sep=;\nName;Email\nBea;b@');
});
