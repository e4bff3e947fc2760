import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { Config } from '#server/config.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type QueryScope, rowsOf, type SelectedRow, type SqlValue } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { anyMember, inAudience } from '#server/features/members/audience/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';
import type { PollHomeFacts, PollItem } from './policy.ts';

export interface LockedPoll {
  readonly poll: PollRow;
  readonly home: PollHomeFacts;
}

/** Throws `not-found` if the reader cannot see the poll. */
export async function lockPoll(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  given: { readonly pollId: string; readonly deletedSince?: Date },
): Promise<LockedPoll> {
  const { pollId, deletedSince } = given;
  const wanted = selectPolls(scope).where('poll.id', '=', pollId);
  const poll =
    deletedSince === undefined
      ? wanted.where('poll.deleted_at', 'is', null)
      : wanted.where('poll.deleted_at', '>', deletedSince);
  const { item } = await poll.executeTakeFirstOrThrow(notFound);
  const home = await scope.ports.pollHomes[item.kind].open(scope, config, { id: item.id, lock: 'share' });
  // Lock in a separate statement, so that the next one counts responses that were committed while waiting.
  await selectRows(scope, 'polls', { id: pollId }).select('id').forNoKeyUpdate().execute();
  return { poll: await poll.executeTakeFirstOrThrow(notFound), home };
}

export const pollsPerItemMax = 50;

export const homeColumns = { meeting: 'meeting_id', announcement: 'announcement_id' } as const;

export type PollRow = SelectedRow<typeof selectPolls>;

type Asking = QueryScope & { readonly member: { readonly id: SqlValue<string> } };

export function selectPolls(scope: Asking) {
  return scope.tx
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
        where r.board_id = poll.board_id and r.poll_id = poll.id and r.member_id = ${scope.member.id}
      )`.as('has_answered'),
      rowsOf(selectOptions(scope)).as('options'),
      rowsOf(selectVotes(scope)).as('votes'),
      countInvitees(scope).as('invitee_count'),
    ])
    .where('poll.board_id', '=', scope.board.id);
}

const selectOptions = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('poll_options as option')
    .leftJoin('poll_tallies as tally', (join) => sameBoard(join, 'tally.option_id', 'option.id'))
    .select([
      'option.id',
      'option.text',
      sql<number>`coalesce(tally.votes, (
        select count(*) from poll_choices c where c.board_id = option.board_id and c.option_id = option.id
      ))::int`.as('votes'),
    ])
    .where('option.board_id', '=', board.id)
    .where('option.poll_id', '=', sql.ref<string>('poll.id'))
    .orderBy('option.position');

const selectVotes = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('poll_choices as choice')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'choice.member_id'))
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .select(['choice.option_id', 'choice.member_id', sql<string>`known_name(member)`.as('name')])
    .where('choice.board_id', '=', board.id)
    .where('choice.poll_id', '=', sql.ref<string>('poll.id'))
    .orderBy(
      sql`lower(coalesce(nullif(account.last_name, ''), account.first_name)), lower(account.first_name), member.id`,
    );

const countInvitees = (scope: QueryScope) => sql<number>`(
  select count(*) from members member
  where member.board_id = poll.board_id and member.status = 'active' and case
    when poll.meeting_id is not null then exists (
      select from invitees i where i.board_id = poll.board_id and i.meeting_id = poll.meeting_id and i.member_id = member.id
    )
    else ${inAudience(
      scope,
      sql<string>`(select item.audience_id from announcements item where item.board_id = poll.board_id and item.id = poll.announcement_id)`,
      anyMember(sql.ref('member.id')),
    )}
  end
)::int`;

interface ItemOfPage {
  readonly kind: PollItem['kind'];
  readonly id: SqlValue<string>;
}

export const selectPollsOf = (scope: Asking, { kind, id }: ItemOfPage) =>
  selectPolls(scope)
    .where(`poll.${homeColumns[kind]}`, '=', id)
    .where('poll.deleted_at', 'is', null)
    .orderBy('poll.created_at')
    .orderBy('poll.id');

export const listPolls = (scope: BoardScope, item: PollItem): Promise<readonly PollRow[]> =>
  selectPollsOf(scope, item).execute();

interface RestorablePolls {
  readonly item: ItemOfPage;
  readonly since: SqlValue<Date>;
}

export const selectDeletedPolls = (scope: QueryScope, { item, since }: RestorablePolls) =>
  selectRows(scope, 'polls')
    .select(['id', 'question'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
    .where(homeColumns[item.kind], '=', item.id)
    .where('deleted_at', '>', since)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(pollsPerItemMax);

export const hasPolls = ({ board }: QueryScope, { item, since }: RestorablePolls) => sql<boolean>`exists (
  select from polls poll where poll.board_id = ${board.id} and poll.${sql.ref(homeColumns[item.kind])} = ${item.id}
    and (poll.deleted_at is null or poll.deleted_at > ${since})
)`;

export interface PollsOfItem {
  readonly polls: readonly PollRow[];
  readonly deleted: readonly { readonly id: string; readonly question: string; readonly deleted_at: Date }[];
}

const closedAtOnceMax = 500;

export const selectDuePolls = (now: Date) => sql<DueItem>`
  select board_id, poll_id as id from gate.polls_to_close(${now}, ${closedAtOnceMax})
`;

const purgedAtOnceMax = 500;

export const selectPurgeablePolls = (now: Date) => sql<DueItem>`
  select board_id, poll_id as id from gate.polls_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
`;
