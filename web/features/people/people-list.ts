import type { Person } from '../../../contract/people.ts';

/** Those whose name has every typed word at the start of one of its words; accents and case do not count. */
export function peopleNamed(people: readonly Person[], typed: string): readonly Person[] {
  const wanted = words(typed);
  return people.filter((person) => {
    const own = words(person.name);
    return wanted.every((word) => own.some((part) => part.startsWith(word)));
  });
}

/** '1 member', '9 members' */
export function memberCount(count: number): string {
  return count === 1 ? '1 member' : `${count} members`;
}

function words(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[\s-]+/).filter((word) => word !== '');
}
