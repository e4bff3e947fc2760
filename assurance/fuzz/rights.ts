import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Actor, canariesOn } from '#assurance/matrix/actors.ts';
import { matrixEntries } from '#assurance/matrix/endpoints.ts';
import type { World } from '#tests/support/world.ts';
import type { Operation } from './operations.ts';
import type { WireRequest } from './requests.ts';

const boardsOfSecrets = `
  select board_id from magic_links where uid_hash = any($1)
  union select board_id from action_items where uid_hash = any($1)
  union select board_id from paper_authors where uid_hash = any($1)
  union select board_id from announcement_readers where uid_hash = any($1)
  union select board_id from calendar_feeds where uid_hash = any($1)
  union select board_id from invitations where token_hash = any($1)
  union select board_id from members where id::text = any($2)`;
const boardsOfUser = `select board_id from members where user_id = $1 and status = 'active' and removed_at is null`;
const namesOnBoards = `
  select first_name || ' ' || last_name as name from users u
    where exists (select from members m where m.user_id = u.id and m.board_id = any($1))
  union select first_name || ' ' || last_name from invitations where board_id = any($1)
  union select first_name || ' ' || last_name from users where id = $2`;

export async function forbiddenWords(
  client: pg.ClientBase,
  given: { readonly world: World; readonly actor: Actor; readonly operation: Operation; readonly request: WireRequest },
): Promise<readonly string[]> {
  const { world, actor, operation, request } = given;
  const boards = new Set<string>();
  const add = async (sql: string, values: readonly unknown[]): Promise<void> => {
    const { rows } = await client.query<{ board_id: string }>(sql, [...values]);
    for (const row of rows) boards.add(row.board_id);
  };
  if (actor.userId !== null) await add(boardsOfUser, [actor.userId]);
  if (operation.endpoint.access === 'public' || operation.endpoint.access === 'magic') {
    const sent = `${request.target} ${typeof request.body === 'string' ? request.body : ''}`;
    const texts = sent.match(/[\w.-]{10,100}/g) ?? [];
    const secrets = texts.flatMap((text) => [text, text.replace(/\.\w+$/, '')]);
    await add(boardsOfSecrets, [secrets.map((text) => createHash('sha256').update(text).digest()), texts]);
    if (operation.name === 'start.get') {
      const named = new URLSearchParams(request.target.split('?')[1] ?? '').getAll('board');
      await add('select id as board_id from boards where shortname = any($1)', [named]);
    }
  }
  const { rows } = await client.query<{ name: string }>(namesOnBoards, [[...boards], actor.userId]);
  const known = rows.map(({ name }) => name).join(' ');
  const revealed = matrixEntries[operation.name]?.reveals?.(actor) ?? [];
  const isSiteAdmins = operation.endpoint.access === 'site-admin';
  return [world.home, world.elsewhere, world.suspended]
    .filter(({ board }) => !boards.has(board.id))
    .flatMap((board) => canariesOn(board).filter((word) => !(isSiteAdmins && word === board.canary)))
    .filter(
      (word) => !known.includes(word) && !(operation.endpoint.access === 'site-admin' && revealed.includes(word)),
    );
}
