import { counted, listed } from './text.ts';

export interface NamedAudience {
  readonly whole_board: boolean;
  readonly groups: readonly string[];
  readonly people: number;
  readonly members: number | null;
}

export const wholeBoardLabel = 'Whole board';

export const wholeBoard: { whole_board: boolean; group_ids: string[]; member_ids: string[] } = {
  whole_board: true,
  group_ids: [],
  member_ids: [],
};

/** For example, 'Whole board', 'Finance Committee and 2 people, 9 in all', or 'Nobody'. */
export function audienceText({ whole_board, groups, people, members }: NamedAudience): string {
  if (whole_board) return wholeBoardLabel;
  const words = [...groups, ...(people === 0 ? [] : [counted(people, 'person', 'people')])];
  if (words.length === 0) return 'Nobody';
  return members === null || words.length === 1 ? listed(words) : `${listed(words)}, ${members} in all`;
}

export function memberCountOf(all: number, invited: number): string {
  const members = counted(all - invited, 'member');
  return invited === 0 ? members : `${members}, ${invited} invited`;
}

export const memberCount = (people: readonly { readonly is_pending: boolean }[]): string =>
  memberCountOf(people.length, people.filter((person) => person.is_pending).length);
