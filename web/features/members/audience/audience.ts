import type { Audience, AudienceChoices, AudienceMember } from '#contract/audience.ts';
import { wholeBoard } from '#domain/audience.ts';
import { counted } from '#domain/text.ts';

export type AudienceToken = 'board' | `group:${string}` | `member:${string}`;

export function tokensOf(audience: Audience): readonly AudienceToken[] {
  if (audience.whole_board) return ['board'];
  return [
    ...audience.group_ids.map((id) => `group:${id}` as const),
    ...audience.member_ids.map((id) => `member:${id}` as const),
  ];
}

export function audienceOfTokens(tokens: readonly AudienceToken[]): Audience {
  const [last] = tokens.slice(-1);
  if (last === 'board') return wholeBoard;
  const ids = (kind: 'group' | 'member'): string[] =>
    tokens.filter((token) => token.startsWith(`${kind}:`)).map((token) => token.slice(kind.length + 1));
  return { whole_board: false, group_ids: ids('group'), member_ids: ids('member') };
}

export function firstAudience(choices: AudienceChoices): Audience {
  if (choices.whole_board) return wholeBoard;
  const [only, ...others] = choices.groups;
  return { whole_board: false, group_ids: only && others.length === 0 ? [only.id] : [], member_ids: [] };
}

export function peopleOf(choices: AudienceChoices, audience: Audience): readonly AudienceMember[] {
  if (audience.whole_board) return choices.people;
  const groups = choices.groups.filter((group) => audience.group_ids.includes(group.id));
  const named = new Set([...audience.member_ids, ...groups.flatMap((group) => group.member_ids)]);
  return choices.people.filter((person) => named.has(person.member_id));
}

export const isSameAudience = (one: Audience, other: Audience): boolean =>
  JSON.stringify(tokensOf(one).toSorted()) === JSON.stringify(tokensOf(other).toSorted());

export type Invited = Pick<AudienceMember, 'member_id' | 'name' | 'img_url'>;

export const recipientCount = (count: number): string => counted(count, 'member');

export function pendingText(pending: readonly Pick<Invited, 'name'>[]): string {
  const names = pending.map((each) => each.name);
  if (names.length <= 2) return `${names.join(' and ')} will be notified when they join`;
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more will be notified when they join`;
}
