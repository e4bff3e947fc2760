import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { inBoard, insertInto, type MadeBoard, type MadeGroup, makeBoard, writeAudience } from './factories.ts';

export interface MadeCategory {
  readonly id: string;
  readonly boardId: string;
  readonly name: string;
}
export interface MadeFolder extends MadeCategory {
  readonly categoryId: string;
  readonly path: readonly string[];
}

let made = 0;
const nextPosition = (): number => {
  made += 1;
  return made * 1024;
};

/** Without groups, the audience is the whole board. */
export async function makeCategory(
  context: Context,
  given: {
    readonly board?: MadeBoard;
    readonly name?: string;
    readonly groups?: readonly Pick<MadeGroup, 'id'>[];
    readonly hidden?: boolean;
  } = {},
): Promise<MadeCategory> {
  const board = given.board ?? (await makeBoard(context));
  const [id, name] = [randomUUID(), given.name ?? 'Governing documents'];
  const row = { id, board_id: board.id, name, position: nextPosition(), hidden: given.hidden ?? false };
  await inBoard(context, board.id, async (tx) =>
    insertInto(tx, 'categories', { ...row, audience_id: await writeAudience(tx, board.id, given) }),
  );
  return { id, boardId: board.id, name };
}

export async function makeFolder(
  context: Context,
  given: {
    readonly category?: MadeCategory;
    readonly parent?: MadeFolder;
    readonly name?: string;
    readonly groups?: readonly Pick<MadeGroup, 'id'>[];
    readonly hidden?: boolean;
  } = {},
): Promise<MadeFolder> {
  const category = given.category ?? (given.parent ? null : await makeCategory(context));
  const boardId = category?.boardId ?? given.parent?.boardId ?? '';
  const categoryId = category?.id ?? given.parent?.categoryId ?? '';
  const [id, name] = [randomUUID(), given.name ?? 'Budgets'];
  const path = [...(given.parent?.path ?? []), id];
  const place = { board_id: boardId, category_id: categoryId, parent_id: given.parent?.id ?? null, path };
  await inBoard(context, boardId, async (tx) => {
    const audience_id = given.groups ? await writeAudience(tx, boardId, given) : null;
    const row = { id, name, audience_id, position: nextPosition(), hidden: given.hidden ?? false };
    await insertInto(tx, 'folders', { ...place, ...row });
  });
  return { id, boardId, categoryId, path, name };
}
