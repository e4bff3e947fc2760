import type { ListedPerson } from '#contract/people.ts';
import { foldLetters, hasUnspaced } from '#domain/find-in-text.ts';

export interface PeopleFilter {
  readonly find: string;
  readonly group: string | null;
  readonly status: PeopleStatus;
}

const peopleStatuses = ['members', 'invited', 'inactive'] as const;
export type PeopleStatus = (typeof peopleStatuses)[number];

export function isPeopleStatus(text: string | undefined): text is PeopleStatus {
  return peopleStatuses.some((status) => status === text);
}

interface SearchablePerson {
  readonly person: ListedPerson;
  readonly words: readonly string[];
}

export function searchablePeople(people: readonly ListedPerson[]): readonly SearchablePerson[] {
  return people.map((person) => {
    const words = wordsOf(person.name);
    // Chinese, Japanese and Korean names are often typed family name first, without a space.
    return { person, words: [...words, words.join(''), words.toReversed().join('')] };
  });
}

/** Matches the start of any word. In scripts without spaces, matches any part. Ignores accents and case. */
export function filterPeople(people: readonly SearchablePerson[], filter: PeopleFilter): readonly ListedPerson[] {
  const wanted = wordsOf(filter.find);
  return people
    .filter(
      ({ person, words }) =>
        hasStatus(person, filter.status) &&
        (filter.group === null || person.groups.some((group) => group.id === filter.group)) &&
        wanted.every((word) => words.some((part) => (hasUnspaced(word) ? part.includes(word) : part.startsWith(word)))),
    )
    .map(({ person }) => person);
}

function hasStatus(person: Pick<ListedPerson, 'status'>, status: PeopleStatus): boolean {
  return status === 'members' ? person.status !== 'inactive' : person.status === status;
}

const wordsOf = (text: string): readonly string[] =>
  foldLetters(text)
    .split(/[\s\-’']+/)
    .filter((word) => word !== '');
