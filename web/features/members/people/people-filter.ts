import type { ListedPerson } from '#contract/people.ts';

export interface PeopleFilter {
  readonly find: string;
  readonly group: string | null;
  readonly status: PeopleStatus;
}

/** `members`: everybody on the board, joined or not. */
export const peopleStatuses = ['members', 'invited', 'inactive'] as const;
export type PeopleStatus = (typeof peopleStatuses)[number];

export function isPeopleStatus(text: string | undefined): text is PeopleStatus {
  return peopleStatuses.some((status) => status === text);
}

/** Folded once for all searches. */
export interface SearchablePerson {
  readonly person: ListedPerson;
  readonly words: readonly string[];
}

export function searchablePeople(people: readonly ListedPerson[]): readonly SearchablePerson[] {
  return people.map((person) => ({ person, words: foldedWords(person.name) }));
}

/** Each typed word must match the start of a word of the name, ignoring accents and case. */
export function filterPeople(people: readonly SearchablePerson[], filter: PeopleFilter): readonly ListedPerson[] {
  const wanted = foldedWords(filter.find);
  return people
    .filter(
      ({ person, words }) =>
        hasStatus(person, filter.status) &&
        (filter.group === null || person.groups.some((group) => group.id === filter.group)) &&
        wanted.every((word) => words.some((part) => part.startsWith(word))),
    )
    .map(({ person }) => person);
}

function hasStatus(person: Pick<ListedPerson, 'status'>, status: PeopleStatus): boolean {
  return status === 'members' ? person.status !== 'inactive' : person.status === status;
}

/** Letters without a Unicode decomposition, with their plain spelling. */
const letters: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ı', 'i'],
]);

function foldedWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđßæœı]/g, (letter) => letters.get(letter) ?? letter);
  return plain.split(/[\s\-’']+/).filter((word) => word !== '');
}
