/** People stand by last name, then first name (specification 3). */
export interface NamedPerson {
  readonly last_name: string;
  readonly first_name: string;
}

/** One collator for both sides; accents and case decide only between names that are otherwise alike. */
const names = new Intl.Collator('en', { sensitivity: 'variant', ignorePunctuation: false, numeric: true });

export function comparePeople(a: NamedPerson, b: NamedPerson): number {
  return names.compare(a.last_name, b.last_name) || names.compare(a.first_name, b.first_name);
}

export function sortPeople<T extends NamedPerson>(people: readonly T[]): readonly T[] {
  return people.toSorted(comparePeople);
}
