import { sql } from 'kysely';
import type { PapersOnDevices } from '#domain/board-settings.ts';
import type { Context } from '#server/context.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type SelectedRow, type SqlValue } from '#server/db/page-statement.ts';
import { presentAnnotations } from '#server/features/papers/annotations/queries.ts';
import { hashToken } from '#server/secrets.ts';

const listedMax = 100;

const selectDevices = (scope: QueryScope) =>
  scope.tx
    .selectFrom('paper_devices as device')
    .select(['device.id', 'device.user_agent', 'device.papers', 'device.byte_size', 'device.contact_at'])
    .select('device.removal_asked_at')
    .where('device.board_id', '=', scope.board.id);

export type PaperDeviceRow = SelectedRow<typeof selectDevices>;

export const devicesOfMember = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectDevices(scope).where('device.member_id', '=', id).orderBy('device.contact_at', 'desc').limit(listedMax),
);

export const memberOfBoard = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectRows(scope, 'members', { id }).select('id'),
);

export const ownPaperDevice = definePage({ device_id: 'uuid' }, (scope, { device_id }) =>
  selectDevices(scope)
    .where('device.id', '=', device_id)
    .where('device.member_id', '=', scope.member.id)
    .where('device.removal_asked_at', 'is', null),
);

const selectRule = (scope: QueryScope, id: SqlValue<string>) =>
  scope.tx.selectFrom('boards').select(sql<PapersOnDevices>`papers_on_devices`.as('rule')).where('id', '=', id);

export const deviceRule = definePage({}, (scope) => selectRule(scope, scope.board.id));

export async function findDeviceRule({ tx, board }: BoardScope): Promise<PapersOnDevices> {
  return (await selectRule({ tx, board }, board.id).executeTakeFirstOrThrow()).rule;
}

export async function findMarks(scope: BoardScope, versionIds: readonly string[]) {
  const rows = await scope.tx
    .selectFrom('document_versions as version')
    .leftJoin('annotations as own', (join) =>
      sameBoard(join, 'own.version_id', 'version.id').on('own.member_id', '=', scope.member.id),
    )
    .select(['version.id', 'version.marks_base', 'own.xfdf', 'own.revision'])
    .where('version.board_id', '=', scope.board.id)
    .where((eb) => eb('version.id', '=', eb.fn.any(eb.val([...versionIds]))))
    .execute();
  return new Map(rows.map((row) => [row.id, presentAnnotations(row)]));
}

/** Looks back ten extra minutes, because a transaction that destroys marks commits after the time that it records. */
export async function listDestroyedSince(
  { tx, board }: BoardScope,
  of: { readonly deviceId: string; readonly documents: readonly string[] },
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select distinct version.document_id as id from document_versions version
    join paper_devices device on device.board_id = version.board_id and device.id = ${of.deviceId}
    where version.board_id = ${board.id} and version.document_id = any(${of.documents}::uuid[])
      and version.marks_destroyed_at >= device.synced_at - interval '10 minutes'
  `.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findPaperDevice({ db }: Pick<Context, 'db'>, token: string) {
  const { rows } = await sql<{ id: string; board_id: string; user_id: string; is_removed: boolean }>`
    select id, board_id, user_id, is_removed from gate.find_paper_device(${hashToken(token)})
  `.execute(db);
  return rows[0] ?? null;
}

export async function listDevicesOfUser({ db }: Pick<Context, 'db'>, userId: string) {
  const { rows } = await sql<PaperDeviceRow & { readonly board_title: string }>`
    select id, board_title, user_agent, contact_at, papers, byte_size, removal_asked_at
    from gate.paper_devices_of_user(${userId}::uuid)
  `.execute(db);
  return rows;
}
