import type { MadeBoard, MadeGroup, MadeMember } from './factories.ts';
import type { TestApp } from './test-app.ts';

export const readerKinds = [
  'outside',
  'in the group',
  'leads the group',
  'in the other group',
  'leads both',
  'board admin',
];

export async function kindsOfReader({ make }: TestApp) {
  const board = await make.board();
  const readers = new Map<string, MadeMember>();
  for (const name of readerKinds) {
    readers.set(name, await make.member({ board, isBoardAdmin: name === 'board admin' }));
  }
  const who = (...names: readonly string[]) => names.flatMap((name) => readers.get(name) ?? []);
  const [members, admins] = [who('in the group'), who('leads the group', 'leads both')];
  const group = await make.group({ board, members, admins });
  const other = await make.group({ board, members: who('in the other group'), admins: who('leads both') });
  const audiences: readonly (readonly [name: string, given: { board: MadeBoard; groups?: MadeGroup[] }])[] = [
    ['the board', { board }],
    ['the group', { board, groups: [group] }],
    ['both groups', { board, groups: [group, other] }],
  ];
  return { board, readers, group, audiences, who };
}
