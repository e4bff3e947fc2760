import { sql } from 'kysely';
import type { InterestField } from '#contract/interests.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type PageScope, type ResultOf } from '#server/db/page-statement.ts';
import { selectVoterIds } from '#server/features/deciding/deciding/bodies/queries.ts';
import { peopleMax, selectPeople, selectRecipient } from '#server/features/members/people/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';
import { holderVisibleWhere, isOfficerWhere, votesWhere } from './visibility.ts';

type SqlRef = PageScope['member']['id'];

const interestsMax = 20_000;
const wordingsMax = 500;
const roundsAtOnceMax = 1_000;

const confirmedAt = (boardId: SqlRef, memberId: SqlRef) =>
  sql<Date | null>`(
    select max(c.confirmed_at) from interest_confirmations c where c.board_id = ${boardId} and c.member_id = ${memberId}
  )`.as('confirmed_at');

export const registerPage = definePage({}, (scope) =>
  scope.tx
    .selectFrom('deciding_settings as settings')
    .where('settings.board_id', '=', scope.board.id)
    .select(['settings.interests_months'])
    .select([
      votesWhere(scope).as('votes'),
      isOfficerWhere(scope).as('is_officer'),
      confirmedAt(scope.board.id, scope.member.id),
    ]),
);

/** Includes former members only if they declared interests. */
export const interestHolders = defineRows({}, (scope) =>
  selectPeople(scope)
    .where(holderVisibleWhere(scope))
    .where(
      sql<boolean>`(member.removed_at is null or exists (
        select from interests left_behind
        where left_behind.board_id = member.board_id and left_behind.member_id = member.id
      ))`,
    )
    .select(confirmedAt(sql.ref('member.board_id'), sql.ref('member.id')))
    .orderBy('member.id')
    .limit(peopleMax),
);

const selectInterests = (scope: PageScope) =>
  scope.tx
    .selectFrom('interests as interest')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'interest.member_id'))
    .where('interest.board_id', '=', scope.board.id)
    .where(holderVisibleWhere(scope))
    .select(['interest.id', 'interest.member_id', 'interest.organisation', 'interest.nature'])
    .select(['interest.since', 'interest.until', 'interest.revision', 'member.removed_at as holder_removed_at']);

export const visibleInterests = defineRows({}, (scope) =>
  selectInterests(scope).orderBy('interest.created_at').orderBy('interest.id').limit(interestsMax),
);

export const interestPage = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectInterests(scope).where('interest.id', '=', id),
);

export type InterestRow = ResultOf<typeof visibleInterests>[number];

export const wordingsOfInterest = defineRows({ id: 'uuid' }, ({ tx, board }, { id }) =>
  tx
    .selectFrom('interest_wordings as wording')
    .innerJoin('members as writer', (join) => sameBoard(join, 'writer.id', 'wording.written_by'))
    .where('wording.board_id', '=', board.id)
    .where('wording.interest_id', '=', id)
    .select(['wording.revision', 'wording.organisation', 'wording.nature', 'wording.since', 'wording.until'])
    .select(['wording.written_at', 'wording.written_by', 'writer.first_name', 'writer.last_name'])
    .select(sql<string>`name_note(writer)`.as('name_note'))
    .orderBy('wording.revision', 'desc')
    .limit(wordingsMax),
);

export type WordingRow = ResultOf<typeof wordingsOfInterest>[number];

/** A field that somebody else has changed meanwhile, with the wording that changed it. */
export interface Conflict {
  readonly field: InterestField;
  readonly wording: WordingRow;
}

export async function listRegisterReaders(scope: BoardScope): Promise<readonly string[]> {
  const { tx, board } = scope;
  const wholeBoard = sql<string>`${board.id}::uuid`;
  const rows = await tx
    .selectFrom('members as member')
    .select('member.id')
    .where('member.board_id', '=', board.id)
    .where('member.status', '=', 'active')
    .where(
      sql<boolean>`(member.id in (${selectVoterIds(scope, wholeBoard)}) or exists (
        select from bodies body
        where body.board_id = ${board.id} and body.id = ${board.id} and member.id in (body.chair_id, body.secretary_id)
      ))`,
    )
    .limit(peopleMax)
    .execute();
  return rows.map(({ id }) => id);
}

export async function lockInterest(scope: BoardScope, id: string): Promise<void> {
  await selectRows(scope, 'interests', { id }).select('id').forNoKeyUpdate().execute();
}

export const interestRoundsDue = (now: Date) => sql<DueItem>`
  select board_id, board_id as id from gate.interest_rounds_due(${now}, ${roundsAtOnceMax})
`;

export const findRegister = ({ tx, board }: BoardJobScope) =>
  tx
    .selectFrom('deciding_settings as settings')
    .where('settings.board_id', '=', board.id)
    .select('settings.interests_months')
    .select(
      sql<Date | null>`least(
        settings.confirmed_at,
        (select min(i.created_at) from interests i where i.board_id = settings.board_id),
        (select min(c.confirmed_at) from interest_confirmations c where c.board_id = settings.board_id)
      )`.as('since_at'),
    )
    .executeTakeFirstOrThrow();

export const listAnswers = ({ tx, board }: BoardJobScope) =>
  tx
    .selectFrom('members as member')
    .where('member.board_id', '=', board.id)
    .where('member.status', '=', 'active')
    .where('member.removed_at', 'is', null)
    .select(['member.id', 'member.created_at'])
    .select([
      confirmedAt(sql.ref('member.board_id'), sql.ref('member.id')),
      sql<Date | null>`(
        select max(w.written_at) from interest_wordings w
        join interests i on i.board_id = w.board_id and i.id = w.interest_id and i.member_id = w.written_by
        where w.board_id = member.board_id and w.written_by = member.id
      )`.as('declared_at'),
      sql<Date | null>`(
        select max(r.asked_at) from interest_requests r
        where r.board_id = member.board_id and r.member_id = member.id
      )`.as('asked_at'),
    ])
    .orderBy('member.id')
    .limit(peopleMax)
    .execute();

/** Finds nothing if the member gets no mail or has confirmed their interests since being asked. */
export const findAsked = (scope: BoardJobScope, memberId: string) =>
  selectRecipient(scope, memberId)
    .where(
      sql<boolean>`not exists (
        select from interest_confirmations c
        where c.board_id = member.board_id and c.member_id = member.id and c.confirmed_at > (
          select max(r.asked_at) from interest_requests r
          where r.board_id = member.board_id and r.member_id = member.id
        )
      )`,
    )
    .select(
      sql<number>`(
        select count(*)::int from interests i
        where i.board_id = member.board_id and i.member_id = member.id and i.until is null
      )`.as('open'),
    )
    .executeTakeFirst();
