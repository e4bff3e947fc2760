import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { inBoard, type MadeBoard, type MadeGroup, makeBoard } from './factories.ts';

/** Categories and folders for tests; documents in them are made by `makeDocument`. */

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
/** Behind everything that was made before. */
const nextPosition = (): number => {
  made += 1;
  return made * 1024;
};

async function writeAudience(
  context: Context,
  boardId: string,
  groups: readonly Pick<MadeGroup, 'id'>[],
): Promise<string> {
  const audience = { id: randomUUID(), board_id: boardId, whole_board: groups.length === 0 };
  const named = groups.map(({ id }) => ({ board_id: boardId, audience_id: audience.id, group_id: id }));
  await inBoard(context, boardId, async (tx) => {
    await tx.insertInto('audiences').values(audience).execute();
    if (named.length > 0) await tx.insertInto('audience_groups').values(named).execute();
  });
  return audience.id;
}

/** For the whole board unless groups are named. */
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
  const audience = await writeAudience(context, board.id, given.groups ?? []);
  const row = { id, board_id: board.id, name, position: nextPosition(), audience_id: audience };
  await inBoard(context, board.id, (tx) =>
    tx
      .insertInto('categories')
      .values({ ...row, hidden: given.hidden ?? false })
      .execute(),
  );
  return { id, boardId: board.id, name };
}

/** `groups`: of a top folder, whom it is for instead of its category's audience. */
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
  const audience = given.groups ? await writeAudience(context, boardId, given.groups) : null;
  const row = { id, board_id: boardId, category_id: categoryId, parent_id: given.parent?.id ?? null, path, name };
  await inBoard(context, boardId, (tx) =>
    tx
      .insertInto('folders')
      .values({ ...row, position: nextPosition(), audience_id: audience, hidden: given.hidden ?? false })
      .execute(),
  );
  return { id, boardId, categoryId, path, name };
}
