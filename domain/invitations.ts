import { type DelimitedRecord, delimiterHint, parseDelimited } from './csv.ts';
import { fullName, hasName } from './identity.ts';
import { validationMessages } from './messages/general.ts';
import { invitationCheckMessages } from './messages/invitations.ts';
import {
  duplicateErrors,
  emailError,
  type FieldError,
  maxLengthError,
  normaliseEmail,
  requiredError,
} from './validation.ts';

export const invitedTogetherMax = 200;
/** More than a board needs, but fewer than a spammer would send. */
export const invitationsPerDayMax = 200;
const nameCharactersMax = 100;

const staffTitle =
  /\b(staff|guests?|observers?|advis[eo]rs?|assistants?|clerks?|counsel|auditors?|consultants?|interns?)\b/i;

export const votesByDefault = (positions: readonly string[]): boolean =>
  !positions.some((position) => staffTitle.test(position));

export type AddressHolder = 'member' | 'invited';

export interface CheckedLine {
  readonly line: number;
  readonly title: string;
  readonly state: 'ready' | 'left-out' | 'failed';
  readonly field: string | null;
  readonly message: string;
}

export function checkInvited(
  people: readonly PastedPerson[],
  taken: ReadonlyMap<string, AddressHolder>,
): readonly CheckedLine[] {
  const repeated = duplicateErrors(people.map(({ email }) => normaliseEmail(email)));
  return people.map((person, index) => {
    const title = fullName(person) || person.email;
    const checked = { line: person.line, title };
    const fault = faultOf(person);
    if (fault !== null) return { ...checked, state: 'failed', ...fault };
    const duplicate = repeated[index] ?? null;
    if (duplicate !== null) return { ...checked, state: 'failed', field: null, message: duplicate };
    const by = taken.get(normaliseEmail(person.email));
    if (by !== undefined) return { ...checked, state: 'left-out', field: null, message: invitationCheckMessages[by] };
    return { ...checked, state: 'ready', field: null, message: invitationCheckMessages.ready };
  });
}

function faultOf(person: PastedPerson): { readonly field: string | null; readonly message: string } | null {
  const wrong = emailError(person.email);
  if (wrong !== null) return { field: null, message: wrong };
  const about = (field: string, error: FieldError) => (error === null ? null : { field, message: error });
  return (
    about('Email', requiredError(person.email)) ??
    about('Name', hasName(person) ? null : validationMessages.nameMissing) ??
    about('First name', maxLengthError(person.first_name, nameCharactersMax)) ??
    about('Last name', maxLengthError(person.last_name, nameCharactersMax))
  );
}

export interface PastedPerson {
  readonly line: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

export function readPastedPeople(text: string): readonly PastedPerson[] {
  const records = parseDelimited(text).filter(({ fields }) => fields.some((field) => field.trim() !== ''));
  const columns = columnsOf(records[0]);
  if (columns === null) return records.flatMap(readLine);
  return records.slice(1).map((record) => readRow(record, columns));
}

export function pastedLinesOf(text: string, people: readonly PastedPerson[]): string {
  const records = parseDelimited(text);
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const heading = records.find(({ fields }) => fields.some((field) => field.trim() !== ''));
  const kept = new Set(people.map(({ line }) => line));
  if (heading !== undefined && kept.size > 0 && columnsOf(heading) !== null) kept.add(heading.line);
  const hint = kept.size === 0 ? '' : delimiterHint(text).line;
  return `${hint}${records
    .flatMap(({ line }, nth) => (kept.has(line) ? lines.slice(line - 1, (records[nth + 1]?.line ?? Infinity) - 1) : []))
    .join('\n')}`;
}

type Column = 'first_name' | 'last_name' | 'name' | 'email';
type Columns = ReadonlyMap<Column, number>;

/** These headings may also mean postal addresses. */
const weakEmailWords = ['address', 'adresse', 'dirección'];

const wordsIn = (list: string): readonly string[] => list.split(',').map((word) => word.trim());

const columnWords: Readonly<Record<Column, readonly string[]>> = {
  first_name: wordsIn(`
    first name, firstname, first, given name, given, forename, vorname, prénom, nombre, nome, nome próprio,
    primeiro nome, voornaam, förnamn, fornavn, fornamn, imię, imiona, etunimi, jméno, křestní jméno, meno, ime,
    keresztnév, utónév, prenume, ad, adı, eesnimi, vārds, vardas, nama depan, tên, имя, ім'я, име, όνομα, 名, 名前,
    名字, 이름, الاسم الأول, שם פרטי, ชื่อ, पहला नाम`),
  last_name: wordsIn(`
    last name, lastname, last, surname, family name, family, nachname, familienname, zuname, nom,
    nom de famille, apellido, cognome, sobrenome, apelido, último nome, achternaam, efternamn, etternavn,
    efternavn, etternamn, nazwisko, sukunimi, příjmení, priezvisko, prezime, priimek, vezetéknév, családnév,
    nume, soyad, soyadı, perekonnanimi, uzvārds, pavardė, nama belakang, họ, фамилия, прізвище, επώνυμο, 姓, 성,
    اسم العائلة, שם משפחה, นามสกุล, उपनाम`),
  name: wordsIn(`
    name, full name, display name, contact name, person, member, nom complet, nom et prénom, nombre completo,
    nombre y apellido, nome completo, nome e cognome, vor- und nachname, namn, navn, naam, nimi, név,
    imię i nazwisko, jméno a příjmení, ad soyad, nama, họ và tên, фио, піб, ονοματεπώνυμο, 氏名, 姓名, 성명, الاسم,
    שם, שם מלא, ชื่อ-นามสกุล, नाम`),
  email: [
    ...wordsIn(`
    email, e-mail, mail, email address, e-mail address, mail address, primary email, e-mail 1 - value, courriel,
    correo, correo electrónico, e-mail-adresse, adresse e-mail, mél, adresse électronique, posta elettronica,
    correio eletrônico, correio eletrónico, e-mailadres, e-post, e-postadresse, sähköposti, eposta, e-posta,
    e-pošta, el. paštas, e-pasts, электронная почта, эл. почта, почта, електронна пошта, ел. пошта, имейл,
    ηλεκτρονικό ταχυδρομείο, メール, メールアドレス, 邮箱, 电子邮箱, 电子邮件, 電子郵件, 信箱, 이메일, 전자우편, البريد الإلكتروني, بريد, דוא"ל,
    אימייל, อีเมล, ईमेल`),
    ...weakEmailWords,
  ],
};

/** Reduces 'Given name(s) *' to 'given name'. */
const plainWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\([^)]*\)|\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_*:.'’ʼ"-]+/g, ' ')
    .trim()
    .replace(/s$/, '');

const columnOfWord: ReadonlyMap<string, Column> = new Map(
  (Object.keys(columnWords) as Column[]).flatMap((column) =>
    columnWords[column].map((word) => [plainWord(word), column] as const),
  ),
);

/** Excludes 'name', because 'Company name' means something else. */
const wordsInside = (['first_name', 'last_name', 'email'] as const).flatMap((column) =>
  columnWords[column].flatMap((word) => (weakEmailWords.includes(word) || word.length < 3 ? [] : [plainWord(word)])),
);

const waysToRead: readonly ((word: string) => string | undefined)[] = [
  (word) => (weakEmailWords.map(plainWord).includes(word) ? undefined : word),
  (word) => wordsInside.find((inside) => word.startsWith(`${inside} `) || word.endsWith(` ${inside}`)),
  (word) => word,
];

/** A first line with an email address is not a heading. */
function columnsOf(record: DelimitedRecord | undefined): Columns | null {
  if (record === undefined || record.fields.some((field) => field.includes('@'))) return null;
  const found = new Map<Column, number>();
  for (const wordOf of waysToRead) {
    for (const [index, field] of record.fields.entries()) {
      if ([...found.values()].includes(index)) continue;
      // A heading may name two columns, such as 'Surname / Family name'.
      for (const part of tidy(field).split('/')) {
        const column = columnOfWord.get(wordOf(plainWord(part)) ?? '');
        if (column !== undefined && !found.has(column)) found.set(column, index);
      }
    }
  }
  // In a heading such as 'Vorname; Name', 'Name' is the last name.
  const name = found.get('name');
  if (name !== undefined && found.has('first_name') !== found.has('last_name')) {
    found.set(found.has('first_name') ? 'last_name' : 'first_name', name);
    found.delete('name');
  }
  return found.has('email') ? found : null;
}

function readRow({ line, fields }: DelimitedRecord, columns: Columns): PastedPerson {
  const of = (column: Column): string => tidy(fields[columns.get(column) ?? -1] ?? '');
  const whole = splitName(of('name'));
  const { address } = takeAddress(of('email'));
  return {
    line,
    first_name: of('first_name') || whole.first_name,
    last_name: of('last_name') || whole.last_name,
    email: address,
  };
}

function readLine({ line, fields: raw }: DelimitedRecord): readonly PastedPerson[] {
  const fields = raw.map(tidy).filter((field) => field !== '');
  // Mail programs copy recipients as `Name <mail>, Name <mail>`.
  const several = fields.filter((field) => /<[^<>]*@[^<>]*>/.test(field));
  if (several.length > 1)
    return fields
      .join(', ')
      .split(/(?<=>),\s*/)
      .map((one) => readOne(line, [one]));
  const addresses = fields.flatMap((field) => field.split(' '));
  if (addresses.length > 1 && addresses.every((word) => /^[^@<>]+@[^@<>]+$/.test(word))) {
    return addresses.map((address) => readOne(line, [address]));
  }
  return [readOne(line, fields)];
}

function readOne(line: number, fields: readonly string[]): PastedPerson {
  const at = fields.findIndex((field) => field.includes('@'));
  const { address, name } = takeAddress(fields[at] ?? '');
  const others = fields.filter((_, index) => index !== at);
  if (name === '') return { line, ...nameOf(others), email: address };
  const [before] = others;
  return { line, ...(at === 1 && before ? { first_name: name, last_name: before } : splitName(name)), email: address };
}

function nameOf(fields: readonly string[]): { readonly first_name: string; readonly last_name: string } {
  const [first = '', last] = fields;
  return last === undefined ? splitName(first) : { first_name: first, last_name: last };
}

function takeAddress(field: string): { readonly address: string; readonly name: string } {
  const bracketed = /<\s*([^<>]*)\s*>/.exec(field);
  const word = bracketed ?? /(\S*@\S*)/.exec(field);
  if (!word) return { address: plainAddress(field), name: '' };
  return {
    address: plainAddress(word[1] ?? ''),
    name: tidy(field.slice(0, word.index) + field.slice(word.index + word[0].length)),
  };
}

const plainAddress = (text: string): string =>
  normaliseEmail(text.replace(/^\s*mailto:/i, '').replace(/^[(['"]+|[)\]'",.:]+$/g, ''));

/** For example, 'Nadia Boudreau', 'Boudreau, Nadia' and 'Ludwig van Beethoven'. */
function splitName(name: string): { readonly first_name: string; readonly last_name: string } {
  const comma = name.indexOf(',');
  if (comma > 0) return { first_name: name.slice(comma + 1).trim(), last_name: name.slice(0, comma).trim() };
  const words = name.split(' ').filter((word) => word !== '');
  let from = words.length - 1;
  while (from > 1 && /^\p{Ll}/u.test(words[from - 1] ?? '')) from -= 1;
  if (from < 1) return { first_name: words.join(' '), last_name: '' };
  return { first_name: words.slice(0, from).join(' '), last_name: words.slice(from).join(' ') };
}

const tidy = (text: string): string =>
  text
    .replaceAll(/[\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^["'“”,;\s]+|["'“”,;\s]+$/g, '')
    .trim();
