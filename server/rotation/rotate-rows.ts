import type pg from 'pg';
import { refuseUnfinishedRestore } from '#server/backup/unfinished-restore.ts';
import { withClient } from '#server/db/with-client.ts';
import {
  actionItemUid,
  announcementUid,
  meetingUid,
  paperUid,
} from '#server/features/core/secret-addresses/present.ts';
import { feedUid } from '#server/features/views/calendar/feeds/present.ts';
import { readKeyProof, refuseOtherKey, setKeyProof } from '#server/secret-key.ts';
import { createSecrets, hashToken, type Secrets } from '#server/secrets.ts';

const rowsAtOnce = 2_000;

type Row = Readonly<Record<string, unknown>>;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly needs: string;
  readonly change: (row: Row) => Buffer;
}

/** Can be repeated safely. Throws a one-sentence error if neither key belongs to the database. */
export async function rotateRows(ownerUrl: string, keys: { readonly key: string; readonly previous: string }) {
  const secrets = createSecrets(keys.key, keys.previous);
  return withClient(ownerUrl, 'dais-rotate', async (client) => {
    // Fails after ten seconds if a transaction of a running server holds a conflicting lock.
    await client.query("begin; set local lock_timeout = '10s'");
    await refuseUnfinishedRestore(client);
    refuseOtherKey(await readKeyProof(client), keys.previous, keys.key);
    let [sealed, addresses] = [0, 0];
    for (const column of sealedColumns(secrets)) sealed += await changeColumn(client, column);
    for (const column of addressColumns(secrets)) addresses += await changeColumn(client, column);
    await setKeyProof(client, keys.key);
    await client.query('commit');
    return { sealed, addresses };
  });
}

function sealedColumns(secrets: Secrets): readonly Column[] {
  const sealing = (table: string, column: string, purpose: string): Column => ({
    table,
    column,
    needs: column,
    change: (row) => secrets.seal(purpose, secrets.unseal(purpose, row[column] as Buffer)),
  });
  return [
    sealing('two_factors', 'sealed_secret', 'two-factor'),
    sealing('mail_messages', 'sealed', 'mail'),
    sealing('pending_sign_ins', 'sealed_invitation', 'pending-invitation'),
    sealing('providers', 'sealed_secret', 'provider'),
    sealing('seal_keys', 'sealed', 'seal-key'),
    sealing('provider_sign_ins', 'sealed', 'provider-sign-in'),
    sealing('provider_sign_ins', 'sealed_detail', 'provider-sign-in'),
  ];
}

function addressColumns(secrets: Secrets): readonly Column[] {
  const addresses = (table: string, needs: string, uid: (row: Row) => string): Column => ({
    table,
    column: 'uid_hash',
    needs,
    change: (row) => hashToken(uid(row)),
  });
  const of = (row: Row) => ({
    memberId: String(row.member_id),
    generation: Number(row.generation),
  });
  return [
    addresses('magic_links', 'member_id, meeting_id, generation', (row) =>
      meetingUid(secrets, { ...of(row), meetingId: String(row.meeting_id) }),
    ),
    addresses('announcement_readers', 'member_id, announcement_id, link_generation as generation', (row) =>
      announcementUid(secrets, { ...of(row), announcementId: String(row.announcement_id) }),
    ),
    addresses('action_items', 'id, owner_id as member_id, link_generation as generation', (row) =>
      actionItemUid(secrets, { ...of(row), actionItemId: String(row.id) }),
    ),
    addresses('paper_authors', 'id, generation', (row) =>
      paperUid(secrets, { authorId: String(row.id), generation: Number(row.generation) }),
    ),
    addresses('calendar_feeds', 'member_id, generation', (row) => feedUid(secrets, of(row))),
  ];
}

async function changeColumn(client: pg.Client, { table, column, needs, change }: Column): Promise<number> {
  let changed = 0;
  await client.query(`alter table ${table} no force row level security`);
  await client.query(`alter table ${table} disable trigger user`);
  await client.query(
    `declare rotated no scroll cursor for select ctid::text as place, ${needs} from ${table} where ${column} is not null`,
  );
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${rowsAtOnce} from rotated`);
    if (rows.length === 0) break;
    await client.query(
      `update ${table} t set ${column} = v.bytes from unnest($1::text[], $2::bytea[]) v(place, bytes) where t.ctid = v.place::tid`,
      [rows.map(({ place }) => place), rows.map(change)],
    );
    changed += rows.length;
  }
  await client.query('close rotated');
  await client.query(`alter table ${table} enable trigger user`);
  await client.query(`alter table ${table} force row level security`);
  return changed;
}
