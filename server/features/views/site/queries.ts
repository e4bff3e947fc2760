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

type Found<Row> = Row & { readonly found: string };

async function readPage<Row>(context: Context, query: RawBuilder<Found<Row>>) {
  const { rows } = await query.execute(context.db);
  return { rows, found: Number(rows[0]?.found ?? 0) };
}

const skipOf = (page: number | undefined): number => ((page ?? 1) - 1) * sitePageSize;
const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

interface BoardRow {
  id: string;
  title: string;
  shortname: string;
  primary_color: string;
  logo_url: string | null;
  time_zone: string;
  suspended_at: Date | null;
  created_at: Date;
  plan_note: string;
  active_members: string;
  invited_members: string;
  has_admin: boolean;
  documents: string;
  stored_bytes: string;
  meetings: string;
  last_active_at: Date | null;
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

const presentBoard = (row: BoardRow): SiteBoard => ({
  id: row.id,
  title: row.title,
  shortname: row.shortname,
  primary_color: row.primary_color,
  logo_url: row.logo_url,
  time_zone: row.time_zone,
  suspended_at: instantOf(row.suspended_at),
  created_at: row.created_at.toISOString(),
  plan_note: row.plan_note,
  active_members: Number(row.active_members),
  invited_members: Number(row.invited_members),
  has_admin: row.has_admin,
  documents: Number(row.documents),
  stored_bytes: Number(row.stored_bytes),
  meetings: Number(row.meetings),
  last_active_at: instantOf(row.last_active_at),
});

interface UserRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  is_site_admin: boolean;
  disabled_at: Date | null;
  created_at: Date;
  has_two_factor: boolean;
  sessions: string;
  last_seen_at: Date | null;
  boards: SiteUser['boards'];
}

export async function listUsers(
  context: Context,
  byUserId: string,
  { find, state, board, page }: QueryOf<typeof listSiteUsers>,
): Promise<AnswerOf<typeof listSiteUsers>> {
  const { rows, found } = await readPage<UserRow>(
    context,
    sql`
      select * from gate.site_users(${byUserId}::uuid, ${find ?? ''}, ${state ?? 'all'}, ${board ?? null}::uuid,
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
  created_at: row.created_at.toISOString(),
  sessions: Number(row.sessions),
  last_seen_at: instantOf(row.last_seen_at),
  boards: row.boards,
});

interface JobRow {
  name: string;
  due: string;
  later: string;
  running: string;
  retrying: string;
  given_up: string;
  oldest: Date | null;
}
/** Returns only numbers. Payloads and errors of jobs are never shown. */
export async function readHealth(context: Context): Promise<AnswerOf<typeof getSiteHealth>> {
  const now = context.clock.now();
  const jobs = await sql<JobRow>`select * from gate.job_health(${now})`.execute(context.db);
  return {
    jobs: jobs.rows.map((row) => ({
      name: row.name,
      due: Number(row.due),
      later: Number(row.later),
      running: Number(row.running),
      retrying: Number(row.retrying),
      given_up: Number(row.given_up),
    })),
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
