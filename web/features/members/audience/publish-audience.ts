/** Somebody whom publishing invites. */
export interface Invited {
  readonly member_id: string;
  readonly name: string;
  readonly img_url: string | null;
}

export function recipientCount(count: number): string {
  return `${count} ${count === 1 ? 'member' : 'members'}`;
}

/** 'Daniel Tremblay will get it on joining'; three and more are counted. */
export function pendingWords(pending: readonly Pick<Invited, 'name'>[]): string {
  const names = pending.map((each) => each.name);
  if (names.length <= 2) return `${names.join(' and ')} will get it on joining`;
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more will get it on joining`;
}

/** 'Audience' of the form: '8 members, 1 invited'. */
export function audienceCount(people: readonly { readonly is_pending: boolean }[]): string {
  const invited = people.filter((person) => person.is_pending).length;
  const active = people.length - invited;
  return invited === 0 ? recipientCount(active) : `${recipientCount(active)}, ${invited} invited`;
}
