import { sql } from 'kysely';
import type { PollChoice, PollResults } from '#domain/polls.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { inAudience, readerOf } from '#server/features/members/audience/queries.ts';
import type { PollHomeFacts } from './policy.ts';

type WindowConfig = Pick<Config, 'editsCloseMinutesAfter'>;

export interface LockedPoll {
  readonly poll: PollRow;
  readonly place: PollHomeFacts;
}

/**
 * A poll, its row and its item held until the transaction ends, for who sees the item. Throws `not-found` when it is not
 * there, and for a magic visitor unless it stands on the one item. `deletedSince`: one that was deleted after that.
 */
export async function lockPoll(
  scope: BoardScope,
  config: WindowConfig,
  given: { readonly pollId: string; readonly deletedSince?: Date },
): Promise<LockedPoll> {
  const { pollId, ...which } = given;
  const found = await findPoll(scope, pollId, which);
  if (!found) throw notFound();
  const place = await lockPollHome(scope, config, found.item, { lock: 'share' });
  const poll = await findPoll(scope, pollId, { ...which, lock: true });
  if (!poll) throw notFound();
  return { poll, place };
}

/** The item of polls, for who sees it. */
export const lockPollHome = (
  scope: BoardScope,
  config: WindowConfig,
  { kind, id }: PollItem,
  options: { readonly lock: 'share' | 'update' },
): Promise<PollHomeFacts> => scope.ports.pollHomes[kind].open(scope, config, { id, lock: options.lock });

/** More than any item has. */
export const pollsPerItemMax = 50;

/** What polls stand on. */
export interface PollItem {
  readonly kind: 'meeting' | 'announcement';
  readonly id: string;
}

const columnOf = { meeting: 'meeting_id', announcement: 'announcement_id' } as const;

export interface PollRow {
  readonly id: string;
  /** Where it stands. */
  readonly item: PollItem;
  readonly question: string;
  readonly choice: PollChoice;
  readonly is_anonymous: boolean;
  readonly results: PollResults;
  readonly closes_at: Date | null;
  readonly closed_at: Date | null;
  readonly response_count: number;
  /** Whoever acts. */
  readonly has_answered: boolean;
}

export function selectPolls({ tx, board, member }: Pick<BoardScope, 'tx' | 'board' | 'member'>) {
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

/** First made first. */
export async function listPolls(scope: BoardScope, item: PollItem): Promise<readonly PollRow[]> {
  return selectPolls(scope)
    .where(`poll.${columnOf[item.kind]}`, '=', item.id)
    .where('poll.deleted_at', 'is', null)
    .orderBy('poll.created_at')
    .orderBy('poll.id')
    .execute();
}

/** Null when it is not there. `lock` holds it until the transaction ends; `deletedSince`: one that was deleted after that. */
export async function findPoll(
  scope: BoardScope,
  pollId: string,
  options: { readonly lock?: true; readonly deletedSince?: Date } = {},
): Promise<PollRow | null> {
  const { lock, deletedSince } = options;
  if (lock) {
    // By itself, so that what is counted afterwards is what whoever held it before has left.
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

/**
 * Notes of polls whose time has come that they are closed since then; one that was given another time meanwhile stays open. Answers
 * them as they are then.
 */
export async function closeDuePolls(scope: BoardScope, polls: readonly PollRow[]): Promise<readonly PollRow[]> {
  if (polls.length === 0) return [];
  const ids = polls.map(({ id }) => id).toSorted();
  for (const id of ids) {
    await scope.tx
      .updateTable('polls')
      .set((row) => ({ closed_at: row.ref('closes_at') }))
      .where('board_id', '=', scope.board.id)
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where('closes_at', '<=', scope.now)
      .execute();
  }
  return selectPolls(scope).where('poll.id', 'in', ids).execute();
}

export interface PollOptionRow {
  readonly id: string;
  readonly poll_id: string;
  readonly text: string;
  readonly votes: number;
}

/** In their order, with what was chosen: of a named poll counted, of an anonymous one the number that is kept. */
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

/** Who chose what, of named polls: of anonymous ones there is nothing to find. By last name. */
export async function listPollVotes(
  { tx, board }: BoardScope,
  pollIds: readonly string[],
): Promise<readonly PollVoteRow[]> {
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

/** How many may answer: active invitees of a meeting, active members of an announcement's audience. */
export async function countPollInvitees(scope: BoardScope, item: PollItem): Promise<number> {
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

/** For their editors, deleted last first. */
export async function listDeletedPolls(
  { tx, board }: BoardScope,
  given: { readonly item: PollItem; readonly since: Date },
) {
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
