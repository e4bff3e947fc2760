export interface NamedAudience {
  readonly whole_board: boolean;
  readonly groups: readonly string[];
  /** Members named individually. */
  readonly people: number;
}

export const wholeBoardLabel = 'Whole board';

/** As the contract has an audience. */
export const wholeBoard: { whole_board: boolean; group_ids: string[]; member_ids: string[] } = {
  whole_board: true,
  group_ids: [],
  member_ids: [],
};

/** 'Whole board', 'Finance Committee, 2 people', or 'Nobody'. */
export function audienceText({ whole_board, groups, people }: NamedAudience): string {
  if (whole_board) return wholeBoardLabel;
  const single = people === 0 ? [] : [people === 1 ? '1 person' : `${people} people`];
  const words = [...groups, ...single];
  return words.length === 0 ? 'Nobody' : words.join(', ');
}
