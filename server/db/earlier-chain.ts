import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

interface Listed {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The first and last of the migrations that the baseline replaced (docs/decisions/004-one-baseline.md). */
const firstOfChain = '0001-foundations.sql';
const lastOfChain = '0096-who-placed-a-member.sql';
/** SHA-256 of a line for each of them, `sha256  name`, by name. */
const digestOfChain = '70fae9841b243eb5e2daa821bb659a2303b62cb140416fde1bf6bb59043925f0';

/** What of the earlier chain a list of applied migrations has. */
export function earlierChain(applied: readonly Listed[]): 'none' | 'whole' | 'other' {
  if (!applied.some(({ name }) => name === firstOfChain)) return 'none';
  const digest = createHash('sha256');
  const inOrder = applied.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, sha256 } of inOrder) digest.update(`${sha256}  ${name}\n`);
  return digest.digest('hex') === digestOfChain ? 'whole' : 'other';
}

/** What is added after the first tag has a number from 0100 on. */
export const isOfBaseline = ({ name }: Pick<Listed, 'name'>): boolean => name < '0100';

/** For a chain that is not whole: `what` names the database or backup that has it. */
export function refuseOtherChain(what: string): never {
  throw new Error(
    `${what} is of an older version of Dais than this one can bring up: its last migration is not ${lastOfChain}. Start the version that ends with that migration first.`,
  );
}

interface Rename {
  /** As the chain names it. */
  readonly table: string;
  /** Left out where the table itself has another name. */
  readonly column?: string;
  readonly to: string;
}

const renames: readonly Rename[] = [
  { table: 'reading_places', to: 'reading_positions' },
  { table: 'meeting_notices', column: 'told', to: 'snapshot' },
  { table: 'group_members', column: 'placed_by_board_admin', to: 'added_by_board_admin' },
  { table: 'board_books', column: 'asked_by', to: 'requested_by' },
  { table: 'board_books', column: 'asked_at', to: 'requested_at' },
  { table: 'document_versions', column: 'text_whole_at', to: 'text_complete_at' },
];

/** What else has another name, or another body; names of constraints and indexes that contain a renamed thing's follow it. */
const otherRenames = `
  alter index board_books_asked rename to board_books_requested;
  alter index folders_place rename to folders_order;
  alter index meetings_coming rename to meetings_upcoming;
  alter table announcements rename constraint announcements_check to announcements_publish_on;
  alter table board_books rename constraint board_books_check to board_books_made;
  alter table categories rename constraint categories_check to categories_hidden_count;
  alter table date_options rename constraint date_options_check to date_options_end_not_before_start;
  alter table document_versions rename constraint document_versions_check to document_versions_preview;
  alter table documents rename constraint documents_one_place to documents_one_home;
  alter table documents rename constraint documents_check1 to documents_link_url;
  alter table folders rename constraint folders_check to folders_path_ends_in_own_id;
  alter table folders rename constraint folders_check1 to folders_audience_of_top;
  alter table folders rename constraint folders_check2 to folders_path_of_top;
  alter table folders rename constraint folders_check3 to folders_hidden_count;
  alter table meetings rename constraint meetings_check to meetings_end_not_before_start;
  alter table meetings rename constraint meetings_check1 to meetings_published_at;
  alter table members rename constraint members_check to members_invited_has_no_user;
  alter table members rename constraint members_check1 to members_active_has_user;
  alter table members rename constraint members_check2 to members_removed_is_inactive;
  alter table password_resets rename constraint password_resets_check to password_resets_owner;
  alter table polls rename constraint polls_one_place to polls_one_home;
  alter table polls rename constraint polls_check to polls_anonymous_results;
  alter table profile_fields rename constraint profile_fields_check to profile_fields_options_of_choice;
  alter table two_factors rename constraint two_factors_check to two_factors_last_step;
  alter function gate.picture_in_sight rename to find_visible_picture;
  alter function gate.set_user_standing rename to set_user_access;
  alter function gate.take_user_mail rename to lease_user_mail;
  alter function gate.keep_user_mail rename to extend_user_mail_lease;
  drop function gate.words_alike;
  drop function add_to_counts;
  alter type placed_document rename to counted_document;
`;
const changedFunctions = [
  'enter_board',
  'gate.documents_to_purge',
  'gate.similar_words',
  'add_to_counts',
  'count_added_documents',
  'count_changed_documents',
  'count_removed_documents',
];

/** Gives the tables and functions of the chain the names and bodies that the baseline has. Rows stay. */
export async function carryOver(client: ClientBase, baseline: readonly { readonly sql: string }[]): Promise<void> {
  for (const rename of renames) await renameWithFollowers(client, rename);
  await client.query(otherRenames);
  const sql = baseline.map((file) => file.sql).join('\n');
  for (const name of changedFunctions) {
    const start = sql.indexOf(`create function ${name}(`);
    if (start < 0) throw new Error(`The baseline has no function ${name}.`);
    const definition = sql.slice(start, sql.indexOf('$$;', start) + '$$;'.length);
    await client.query(definition.replace('create function', 'create or replace function'));
  }
  await client.query("call house.open_gate('similar_words')");
  await client.query('alter table audit_entries no force row level security');
  await carryRowsOver(client);
  await client.query('alter table audit_entries force row level security');
}

async function renameWithFollowers(client: ClientBase, { table, column, to }: Rename): Promise<void> {
  await client.query(`alter table ${table} rename ${column ? `column ${column} to ${to}` : `to ${to}`}`);
  const values = [column ? table : to, column ?? table, to];
  const constraints = await client.query<{ statement: string }>(
    `select format('alter table %s rename constraint %I to %I', $1::regclass, conname, replace(conname, $2, $3)) as statement
     from pg_constraint where conrelid = $1::regclass and position($2 in conname) > 0`,
    values,
  );
  for (const { statement } of constraints.rows) await client.query(statement);
  const indexes = await client.query<{ statement: string }>(
    `select format('alter index %I rename to %I', c.relname, replace(c.relname, $2, $3)) as statement
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass and position($2 in c.relname) > 0`,
    values,
  );
  for (const { statement } of indexes.rows) await client.query(statement);
}

/** What rows of the chain say in words that have changed. The client's role must see all rows. */
export async function carryRowsOver(client: ClientBase): Promise<void> {
  await client.query(`
    update audit_entries set action = 'meeting.changes-sent' where action = 'meeting.changes-told';
    update audit_entries set action = 'meeting.attendance-recorded' where action = 'meeting.attendance-marked';
    update audit_entries set detail = (detail - 'with_marks') || jsonb_build_object('with_annotations', detail -> 'with_marks')
    where detail ? 'with_marks';
  `);
}

/** A table of a backup of the chain, by the names that the baseline has. */
export function asInBaseline<T extends { readonly name: string; readonly columns: readonly string[] }>(table: T): T {
  const here = renames.filter((rename) => rename.table === table.name);
  return {
    ...table,
    name: here.find(({ column }) => column === undefined)?.to ?? table.name,
    columns: table.columns.map((name) => here.find(({ column }) => column === name)?.to ?? name),
  };
}
