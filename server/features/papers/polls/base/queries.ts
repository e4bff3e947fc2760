import { sql } from 'kysely';
import type { PollChoice, PollResults } from '#domain/polls.ts';
import { restorableSince } from '#domain/timings.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';
import type { PollHomeFacts } from './policy.ts';

type EditWindow = Pick<Config, 'editsCloseMinutesAfter'>;

export interface LockedPoll {
  readonly poll: PollRow;
  readonly home: PollHomeFacts;
}

/**
 * Locks the poll and its item. Throws `not-found` unless the reader sees the item; a magic link sees its own item alone.
 * `deletedSince`: a poll that was deleted after that.
 */
export async function lockPoll(
  scope: BoardScope,
  config: EditWindow,
  given: { readonly pollId: string; readonly deletedSince?: Date },
): Promise<LockedPoll> {
  const { pollId, ...which } = given;
  const found = await findPoll(scope, pollId, which);
  if (!found) throw notFound();
  const home = await lockPollHome(scope, config, found.item, { lock: 'share' });
  const poll = await findPoll(scope, pollId, { ...which, lock: true });
  if (!poll) throw notFound();
  return { poll, home };
}

export const lockPollHome = (
  scope: BoardScope,
  config: EditWindow,
  { kind, id }: PollItem,
  options: { readonly lock: 'share' | 'update' },
): Promise<PollHomeFacts> => scope.ports.pollHomes[kind].open(scope, config, { id, lock: options.lock });

export const pollsPerItemMax = 50;

/** What has polls. */
export interface PollItem {
  readonly kind: 'meeting' | 'announcement';
  readonly id: string;
}

const columnOf = { meeting: 'meeting_id', announcement: 'announcement_id' } as const;

export interface PollRow {
  readonly id: string;
  readonly item: PollItem;
  readonly question: string;
  readonly choice: PollChoice;
  readonly is_anonymous: boolean;
  readonly results: PollResults;
  readonly closes_at: Date | null;
  readonly closed_at: Date | null;
  readonly response_count: number;
  /** The acting member. */
  readonly has_answered: boolean;
}

function selectPolls({ tx, board, member }: Pick<BoardScope, 'tx' | 'board' | 'member'>) {
  return tx
    .selectFrom('polls as poll')
    .select([
      'poll.id',
      sql<PollItem>`jsonb_build_object(
        'kind', case when poll.meeting_id is null then 'announcement' else 'meeting' end,
        'id', coalesce(poll.meeting_id, poll.announcement_id)
      )`.as('item'),
      'poll.question',
      'poll.choice',
      'poll.is_anonymous',
      'poll.results',
      'poll.closes_at',
      'poll.closed_at',
      sql<number>`(
        select count(*) from poll_responses r where r.board_id = poll.board_id and r.poll_id = poll.id
      )::int`.as('response_count'),
      sql<boolean>`exists (
        select from poll_responses r
        where r.board_id = poll.board_id and r.poll_id = poll.id and r.member_id = ${member.id}
      )`.as('has_answered'),
    ])
    .where('poll.board_id', '=', board.id);
}

/** Oldest first. */
export async function listPolls(scope: BoardScope, item: PollItem): Promise<readonly PollRow[]> {
  return selectPolls(scope)
    .where(`poll.${columnOf[item.kind]}`, '=', item.id)
    .where('poll.deleted_at', 'is', null)
    .orderBy('poll.created_at')
    .orderBy('poll.id')
    .execute();
}

/** `deletedSince`: a poll that was deleted after that. */
export async function findPoll(
  scope: BoardScope,
  pollId: string,
  options: { readonly lock?: true; readonly deletedSince?: Date } = {},
): Promise<PollRow | null> {
  const { lock, deletedSince } = options;
  if (lock) {
    // Locked in a statement of its own, so that the next one counts what the former holder wrote.
    await scope.tx
      .selectFrom('polls')
      .select('id')
      .where('board_id', '=', scope.board.id)
      .where('id', '=', pollId)
      .forNoKeyUpdate()
      .execute();
  }
  const row = await selectPolls(scope)
    .where('poll.id', '=', pollId)
    .$if(deletedSince === undefined, (query) => query.where('poll.deleted_at', 'is', null))
    .$if(deletedSince !== undefined, (query) => query.where('poll.deleted_at', '>', deletedSince ?? scope.now))
    .executeTakeFirst();
  return row ?? null;
}

export interface PollOptionRow {
  readonly id: string;
  readonly poll_id: string;
  readonly text: string;
  readonly votes: number;
}

/** Votes of a named poll are counted, those of an anonymous one are tallied. */
export async function listPollOptions(
  { tx, board }: BoardScope,
  pollIds: readonly string[],
): Promise<readonly PollOptionRow[]> {
  if (pollIds.length === 0) return [];
  return tx
    .selectFrom('poll_options as option')
    .leftJoin('poll_tallies as tally', (join) =>
      join.onRef('tally.board_id', '=', 'option.board_id').onRef('tally.option_id', '=', 'option.id'),
    )
    .select([
      'option.id',
      'option.poll_id',
      'option.text',
      sql<number>`coalesce(tally.votes, (
        select count(*) from poll_choices c where c.board_id = option.board_id and c.option_id = option.id
      ))::int`.as('votes'),
    ])
    .where('option.board_id', '=', board.id)
    .where('option.poll_id', 'in', [...pollIds])
    .orderBy('option.poll_id')
    .orderBy('option.position')
    .execute();
}

export interface PollVoteRow {
  readonly poll_id: string;
  readonly option_id: string;
  readonly member_id: string;
  readonly name: string;
}

/** Of named polls; anonymous ones have no such rows. By last name. */
async function listPollVotes({ tx, board }: BoardScope, pollIds: readonly string[]): Promise<readonly PollVoteRow[]> {
  if (pollIds.length === 0) return [];
  return tx
    .selectFrom('poll_choices as choice')
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'choice.board_id').onRef('member.id', '=', 'choice.member_id'),
    )
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .select([
      'choice.poll_id',
      'choice.option_id',
      'choice.member_id',
      sql<string>`account.first_name || ' ' || account.last_name`.as('name'),
    ])
    .where('choice.board_id', '=', board.id)
    .where('choice.poll_id', 'in', [...pollIds])
    .orderBy(sql`lower(account.last_name), lower(account.first_name), member.id`)
    .execute();
}

export interface PollsFacts {
  readonly home: PollHomeFacts;
  readonly polls: readonly PollRow[];
  readonly options: readonly PollOptionRow[];
  readonly votes: readonly PollVoteRow[];
  readonly inviteeCount: number;
  /** For editors alone. */
  readonly deleted: readonly DeletedPollRow[];
}

/** The polls of an item with what is shown of them. */
export async function readPolls(scope: BoardScope, home: PollHomeFacts): Promise<PollsFacts> {
  const { item } = home;
  const deleted = isEditor(scope, home)
    ? await listDeletedPolls(scope, { item, since: restorableSince(scope.now) })
    : [];
  return { ...(await readPollsOf(scope, home, await listPolls(scope, item))), deleted };
}

/** Of some polls of the item. */
export async function readPollsOf(
  scope: BoardScope,
  home: PollHomeFacts,
  polls: readonly PollRow[],
): Promise<PollsFacts> {
  const ids = polls.map((poll) => poll.id);
  return {
    home,
    polls,
    options: await listPollOptions(scope, ids),
    votes: await listPollVotes(scope, ids),
    inviteeCount: polls.length === 0 ? 0 : await countPollInvitees(scope, home.item),
    deleted: [],
  };
}

/** Active invitees of a meeting, active members of an announcement's audience. */
async function countPollInvitees(scope: BoardScope, item: PollItem): Promise<number> {
  const { tx, board } = scope;
  const { count } = await tx
    .selectFrom('members as member')
    .where('member.board_id', '=', board.id)
    .where('member.status', '=', 'active')
    .$if(item.kind === 'meeting', (query) =>
      query.where(
        sql<boolean>`exists (
          select from invitees i where i.board_id = member.board_id and i.meeting_id = ${item.id}::uuid and i.member_id = member.id
        )`,
      ),
    )
    .$if(item.kind === 'announcement', (query) =>
      query.where(
        inAudience(
          scope,
          sql<string>`(select audience_id from announcements where board_id = ${board.id} and id = ${item.id}::uuid)`,
          sql.ref('member.id'),
        ),
      ),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface DeletedPollRow {
  readonly id: string;
  readonly question: string;
  readonly deleted_at: Date;
}

/** For editors, the latest first. */
async function listDeletedPolls(
  { tx, board }: BoardScope,
  given: { readonly item: PollItem; readonly since: Date },
): Promise<readonly DeletedPollRow[]> {
  return tx
    .selectFrom('polls')
    .select(['id', 'question'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
    .where('board_id', '=', board.id)
    .where(columnOf[given.item.kind], '=', given.item.id)
    .where('deleted_at', '>', given.since)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(pollsPerItemMax)
    .execute();
}

const closedAtOnceMax = 500;

/** Open anonymous polls on all boards whose time has come. */
export const selectDuePolls = (now: Date) => sql<DueItem>`
  select board_id, poll_id as id from gate.polls_to_close(${now}, ${closedAtOnceMax})
`;

const purgedAtOnceMax = 500;

export const selectPurgeablePolls = (now: Date) => sql<DueItem>`
  select board_id, poll_id as id from gate.polls_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
`;
