import { type RawBuilder, sql } from 'kysely';
import type { AnswerOf, QueryOf } from '#contract/endpoint.ts';
import {
  type getSiteHealth,
  type listSiteBoards,
  type listSiteUsers,
  type SiteBoard,
  type SiteUser,
  sitePageSize,
} from '#contract/site.ts';
import { fullName } from '#domain/identity.ts';
import type { Context } from '#server/context.ts';
import { shownEmail } from '#server/shown-email.ts';

type Found<Row> = Row & { readonly found: number };

async function readPage<Row>(context: Context, query: RawBuilder<Found<Row>>) {
  const { rows } = await query.execute(context.db);
  return { rows, found: rows[0]?.found ?? 0 };
}

const skipOf = (page: number | undefined): number => ((page ?? 1) - 1) * sitePageSize;
const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

interface BoardRow extends Omit<SiteBoard, 'suspended_at' | 'created_at' | 'last_active_at'> {
  readonly suspended_at: Date | null;
  readonly created_at: Date;
  readonly last_active_at: Date | null;
}

export async function listBoards(
  context: Context,
  byUserId: string,
  { find, state, page }: QueryOf<typeof listSiteBoards>,
): Promise<AnswerOf<typeof listSiteBoards>> {
  const { rows, found } = await readPage<BoardRow>(
    context,
    sql`select * from gate.site_boards(${byUserId}::uuid, ${find ?? ''}, ${state ?? 'all'}, ${skipOf(page)}::int, ${sitePageSize}::int)`,
  );
  return { boards: rows.map(presentBoard), found };
}

const presentBoard = ({ found: _, ...row }: Found<BoardRow>): SiteBoard => ({
  ...row,
  suspended_at: instantOf(row.suspended_at),
  created_at: row.created_at.toISOString(),
  last_active_at: instantOf(row.last_active_at),
});

interface UserRow extends Pick<SiteUser, 'id' | 'email' | 'is_site_admin' | 'has_two_factor' | 'boards'> {
  readonly first_name: string;
  readonly last_name: string;
  readonly disabled_at: Date | null;
  readonly last_seen_at: Date | null;
}

export async function listUsers(
  context: Context,
  byUserId: string,
  { find, state, page }: QueryOf<typeof listSiteUsers>,
): Promise<AnswerOf<typeof listSiteUsers>> {
  const { rows, found } = await readPage<UserRow>(
    context,
    sql`
      select * from gate.site_users(${byUserId}::uuid, ${find ?? ''}, ${state ?? 'all'},
        ${skipOf(page)}::int, ${sitePageSize}::int)
    `,
  );
  return { users: rows.map(presentUser), found };
}

const presentUser = (row: UserRow): SiteUser => ({
  id: row.id,
  name: fullName(row),
  email: shownEmail(row.email),
  is_site_admin: row.is_site_admin,
  is_disabled: row.disabled_at !== null,
  has_two_factor: row.has_two_factor,
  last_seen_at: instantOf(row.last_seen_at),
  boards: row.boards,
});

type JobRow = AnswerOf<typeof getSiteHealth>['jobs'][number] & { readonly oldest: Date | null };

/** Never includes payloads or errors of jobs. */
export async function readHealth(context: Context): Promise<AnswerOf<typeof getSiteHealth>> {
  const now = context.clock.now();
  const jobs = await sql<JobRow>`select * from gate.job_health(${now})`.execute(context.db);
  return {
    jobs: jobs.rows.map(({ oldest: _, ...job }) => job),
    oldest_job: oldestOf(jobs.rows),
    parts: {
      smtp: context.config.smtpUrl !== null,
      office: context.office !== null,
      text_reader: context.textReader !== null,
      workers: context.config.workers,
      slow_workers: context.config.slowWorkers,
    },
  };
}

function oldestOf(rows: readonly { readonly oldest: Date | null }[]): string | null {
  const times = rows.flatMap(({ oldest }) => (oldest === null ? [] : [oldest.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}
