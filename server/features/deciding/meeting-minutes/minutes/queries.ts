import { sql } from 'kysely';
import type { AgendaKind, CommentState, MinutesChange, MinutesState } from '#domain/meeting-minutes.ts';
import type { RichText } from '#domain/rich-text.ts';
import { isFound, sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import {
  definePage,
  type PageScope,
  type QueryScope,
  type ResultOf,
  rowOf,
  rowsOf,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { nameIn } from '#server/features/deciding/deciding/bodies/queries.ts';
import { writtenVisibleWhere } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { selectWithheldIds } from '#server/features/members/audience/visibility.ts';

const sectionsMax = 1_000;
const commentsMax = 500;
const versionsMax = 500;
const addendaMax = 100;

const ofMinutes = sql.ref<string>('minutes.meeting_id');

const selectSections = ({ tx, board }: QueryScope, meetingId: SqlValue<string>) =>
  tx
    .selectFrom('minutes_sections as section')
    .select(['section.id', 'section.number', 'section.depth', 'section.title', 'section.revision'])
    .select([
      'section.changed_at',
      'section.changed_by as changed_by_id',
      nameIn('section', 'changed_by').as('changed_by'),
    ])
    .select(sql<AgendaKind | null>`section.kind`.as('kind'))
    .select(sql<RichText>`section.notes`.as('notes'))
    .where('section.board_id', '=', board.id)
    .where('section.meeting_id', '=', meetingId)
    .orderBy('section.position')
    .orderBy('section.id')
    .limit(sectionsMax);

const selectComments = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('minutes_comments as comment')
    .innerJoin('members as author', (join) => sameBoard(join, 'author.id', 'comment.author_id'))
    .select(['comment.id', 'comment.section_id', 'comment.text', 'comment.at', 'comment.author_id', 'comment.reason'])
    .select([nameIn('comment', 'settled_by').as('settled_by'), 'author.img_url'])
    .select(sql<string>`known_name(author)`.as('author'))
    .select(sql<CommentState>`comment.state`.as('state'))
    .where('comment.board_id', '=', board.id)
    .where('comment.meeting_id', '=', ofMinutes)
    .orderBy('comment.at')
    .orderBy('comment.id')
    .limit(commentsMax);

const selectVersions = (scope: PageScope) =>
  scope.tx
    .selectFrom('minutes_versions as kept')
    .select(['kept.version', 'kept.at', 'kept.recipients'])
    .select(sql<readonly MinutesChange[]>`kept.changes`.as('changes'))
    .select(
      sql<string | null>`case when exists (${selectWithheldIds(scope, scope)}) then kept.document::text end`.as(
        'document',
      ),
    )
    .where('kept.board_id', '=', scope.board.id)
    .where('kept.meeting_id', '=', ofMinutes)
    .orderBy('kept.version')
    .limit(versionsMax);

const selectAddenda = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('minutes_addenda as addendum')
    .select(['addendum.id', 'addendum.number', 'addendum.text', 'addendum.at', nameIn('addendum', 'added_by').as('by')])
    .where('addendum.board_id', '=', board.id)
    .where('addendum.meeting_id', '=', ofMinutes)
    .orderBy('addendum.number')
    .limit(addendaMax);

const lastMotion = sql<string>`(
  with recursive later (id, deferred_to) as (
    select m.id, m.deferred_to from motions m where m.board_id = decision.board_id and m.id = decision.motion_id
    union all
    select m.id, m.deferred_to from motions m join later on m.id = later.deferred_to where m.board_id = decision.board_id
  )
  select later.id from later where later.deferred_to is null
)`;

export const selectDecision = (scope: PageScope) =>
  scope.tx
    .selectFrom('minutes_decisions as decision')
    .leftJoin('motions as motion', (join) =>
      join.onRef('motion.board_id', '=', 'decision.board_id').on('motion.id', '=', lastMotion),
    )
    .leftJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'motion.meeting_id'))
    .leftJoin('meeting_rooms as held', (join) => sameBoard(join, 'held.meeting_id', 'meeting.id'))
    .leftJoin('written_resolutions as written', (join) => sameBoard(join, 'written.id', 'decision.written_id'))
    .leftJoin('bodies as body', (join) => sameBoard(join, 'body.id', 'written.body_id'))
    .select(['motion.id as motion_id', 'decision.written_id'])
    .select(sql<string>`case when motion.id is null then written.text else motion.text end`.as('text'))
    .select(['meeting.id as meeting_id', 'meeting.title', 'meeting.starts_at', 'meeting.state as meeting_state'])
    .select(sql<string | null>`motion.state`.as('motion_state'))
    .select(sql<string | null>`written.state`.as('written_state'))
    .select(meetingVisibleWhere(pageReaderOf(scope), 'meeting').as('is_meeting_visible'))
    .select(writtenVisibleWhere(pageReaderOf(scope)).as('is_written_visible'))
    .where('decision.board_id', '=', scope.board.id)
    .where('decision.meeting_id', '=', ofMinutes)
    .where(
      sql<boolean>`case
        when decision.written_id is not null then written.state in ('draft', 'circulating')
        else motion.state in ('proposed', 'voting') and meeting.deleted_at is null and meeting.state <> 'cancelled'
          and (motion.state = 'voting' or held.phase is distinct from 'adjourned')
      end`,
    )
    // An open vote comes first, even before later decisions, because it locks the minutes.
    .orderBy(sql`(motion.state = 'voting' or written.state = 'circulating') is true desc, decision.id desc`)
    .limit(1);

const numberOf = (column: 'vote_id' | 'written_id') => sql<string | null>`(
  select n.number from resolution_numbers n
  where n.board_id = minutes.board_id and n.${sql.ref(column)} = minutes.${sql.ref(`approved_${column}`)}
)`;

const approvingMeeting = sql<string | null>`(
  select t.title
  from votes v join meetings t on t.board_id = v.board_id and t.id = v.meeting_id
  where v.board_id = minutes.board_id and v.id = minutes.approved_vote_id
)`;

const isCurrentFile = sql<boolean>`(f.version = minutes.version and f.is_approved = (minutes.state = 'approved'))`;

const selectMinutes = (scope: PageScope) =>
  scope.tx
    .selectFrom('meeting_minutes as minutes')
    .select(['minutes.meeting_id', 'minutes.version', 'minutes.begun_at'])
    .select(['minutes.approved_at', 'minutes.approved_written_id', 'minutes.approved_request_id'])
    .select([nameIn('minutes', 'begun_by').as('begun_by')])
    .select(sql<MinutesState>`minutes.state`.as('state'))
    .select(sql<string | null>`minutes.comments_until::text`.as('comments_until'))
    .select(
      sql<string | null>`(
        select kept.document::text from minutes_versions kept
        where kept.board_id = minutes.board_id and kept.meeting_id = minutes.meeting_id and kept.version = minutes.version
      )`.as('circulated'),
    )
    .select(sql<string | null>`coalesce(${numberOf('vote_id')}, ${numberOf('written_id')})`.as('number'))
    .select(approvingMeeting.as('approved_in'))
    .select(
      sql<boolean>`exists (
        select from signature_requests r
        where r.board_id = minutes.board_id and r.meeting_id = minutes.meeting_id and r.state = 'open'
      )`.as('is_being_signed'),
    )
    .select(
      sql<boolean>`exists (
        select from minutes_files f where f.board_id = minutes.board_id and f.meeting_id = minutes.meeting_id and ${isCurrentFile}
      )`.as('has_pdf'),
    )
    .select([
      rowsOf(selectSections(scope, ofMinutes)).as('sections'),
      rowsOf(selectComments(scope)).as('comments'),
      rowsOf(selectVersions(scope)).as('versions'),
      rowsOf(selectAddenda(scope)).as('addenda'),
      rowOf(selectDecision(scope)).as('decision'),
    ])
    .where('minutes.board_id', '=', scope.board.id);

export const sectionRows = (scope: Scope, meetingId: string, id: string): Promise<readonly SectionRow[]> =>
  selectSections(scope, meetingId).where('section.id', '=', id).execute();

/** Does not check visibility; the caller must use `canSeeMinutes`. */
export const minutesOfMeeting = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectMinutes(scope).where('minutes.meeting_id', '=', id),
);
export type MinutesRow = NonNullable<ResultOf<typeof minutesOfMeeting>>;
export type SectionRow = MinutesRow['sections'][number];

export const minutesFile = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('minutes_files as f')
    .innerJoin('meeting_minutes as minutes', (join) => sameBoard(join, 'minutes.meeting_id', 'f.meeting_id'))
    .select(sql<string>`encode(f.bytes, 'base64')`.as('base64'))
    .where('f.board_id', '=', scope.board.id)
    .where('f.meeting_id', '=', id)
    .where(isCurrentFile),
);

export const minutesVersion = definePage({ id: 'uuid', version: 'int' }, (scope, { id, version }) =>
  scope.tx
    .selectFrom('minutes_versions as kept')
    .leftJoin('minutes_files as f', (join) =>
      sameBoard(join, 'f.meeting_id', 'kept.meeting_id')
        .onRef('f.version', '=', 'kept.version')
        .on('f.is_approved', '=', false),
    )
    .select([
      sql<string>`kept.document::text`.as('document'),
      sql<string | null>`encode(f.bytes, 'base64')`.as('base64'),
    ])
    .where('kept.board_id', '=', scope.board.id)
    .where('kept.meeting_id', '=', id)
    .where('kept.version', '=', version),
);
export type MinutesVersionRow = NonNullable<ResultOf<typeof minutesVersion>>;

type Scope = Pick<BoardScope, 'tx' | 'board' | 'now'>;

/** A section has the same id as its agenda item, which may not have a section yet. */
export const meetingIdOfSection = ({ board }: Pick<QueryScope, 'board'>, id: SqlValue<string>) => sql<string>`(
  select s.meeting_id from minutes_sections s where s.board_id = ${board.id} and s.id = ${id}
  union
  select i.meeting_id from agenda_items i where i.board_id = ${board.id} and i.id = ${id}
  limit 1
)`;

/** Throws `not-found` for an unknown id. */
export async function meetingOfSection(scope: Scope, id: string): Promise<string> {
  const { meetingId } = await scope.tx
    .selectNoFrom(meetingIdOfSection(scope, id).as('meetingId'))
    .$castTo<{ readonly meetingId: string | null }>()
    .executeTakeFirstOrThrow();
  if (meetingId === null) throw notFound();
  return meetingId;
}

export async function lockMinutes(scope: Scope, meetingId: string): Promise<boolean> {
  return isFound(selectRows(scope, 'meeting_minutes', { meeting_id: meetingId }).select('meeting_id').forNoKeyUpdate());
}

export async function findMinutesState(scope: Scope, meetingId: string): Promise<MinutesState | null> {
  const row = await selectRows(scope, 'meeting_minutes', { meeting_id: meetingId })
    .select(sql<MinutesState>`state`.as('state'))
    .executeTakeFirst();
  return row?.state ?? null;
}
