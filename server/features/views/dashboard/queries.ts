import { type RawBuilder, sql } from 'kysely';
import { definePage, defineRows, firstOf, type PageScope } from '#server/db/page-statement.ts';
import { writtenVisibleWhere } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { selectPublishedAnnouncements } from '#server/features/homes/announcements/announcement/queries.ts';
import { announcementVisibleWhere } from '#server/features/homes/announcements/announcement/visibility.ts';
import { selectLatest } from '#server/features/homes/library/queries.ts';
import {
  nextMeeting,
  published,
  selectSummaries,
  waitingDates,
  waitingReplies,
} from '#server/features/homes/meetings/list/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf, pageReaderOfPublished } from '#server/features/members/audience/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import { selectPeopleOfBoard } from '#server/features/members/people/queries.ts';
import { waitingMax } from '#server/features/views/waiting/queries.ts';

export const timelineMax = 50;
export const newestDocumentsMax = 10;
export const lastMax = 40;

export interface NewestDocument {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly mime_type: string;
  readonly is_link: boolean;
  readonly created_at: Date;
  readonly home:
    | { readonly kind: 'meeting' | 'announcement' | 'resolution'; readonly id: string }
    | { readonly kind: 'library'; readonly category_id: string; readonly folder_id: string | null };
  readonly home_name: string;
  readonly last_visited_at: Date | null;
  readonly has_older: boolean;
}

function selectNewest(
  scope: PageScope,
  {
    before,
    among,
    hasOlder,
  }: {
    readonly before: RawBuilder<unknown>;
    readonly among: RawBuilder<unknown>;
    readonly hasOlder: RawBuilder<boolean>;
  },
) {
  const ofHome = (documents: RawBuilder<unknown>) => sql`(
    ${documents} and document.board_id = ${scope.board.id} and document.deleted_at is null and not document.hidden
    order by document.created_at desc, document.id desc limit ${newestDocumentsMax}::int
  )`;
  const ofLibrary = selectLatest(scope, pageReaderOf(scope), { most: newestDocumentsMax, among });
  const newest = sql<NewestDocument>`(
    ${before}
    select each.*, ${hasOlder} as has_older from (
      ${ofHome(documentsOfMeetings(scope, among))}
      union all ${ofHome(documentsOfAnnouncements(scope, among))}
      union all ${ofHome(documentsOfResolutions(scope, among))}
      union all (
        select document.id, document.title, document.extension, document.mime_type, document.is_link, document.created_at,
          json_build_object('kind', 'library', 'category_id', document.category_id, 'folder_id', document.folder_id),
          document.category_name, null::timestamptz
        from (${ofLibrary}) document
      )
    ) each
  )`;
  return scope.tx
    .selectFrom(newest.as('newest'))
    .selectAll('newest')
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(newestDocumentsMax);
}

const documentsOfMeetings = (scope: PageScope, among: RawBuilder<unknown>) => sql`
  select ${shown}, json_build_object('id', meeting.id, 'kind', 'meeting') as home, meeting.title as home_name, own.last_visited_at
  from ${among} document
  left join agenda_items item on item.board_id = document.board_id and item.id = document.agenda_item_id
  join meetings meeting on meeting.board_id = document.board_id
    and meeting.id = ${firstOf(sql`document.meeting_id`, sql`item.meeting_id`)}
  left join invitees own on own.board_id = meeting.board_id and own.meeting_id = meeting.id and own.member_id = ${scope.member.id}
  where meeting.deleted_at is null and meeting.state <> 'draft' and ${meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting')}
    and ${seenIn(scope, sql.ref('document.id'))}
`;

const documentsOfAnnouncements = (scope: PageScope, among: RawBuilder<unknown>) => sql`
  select ${shown}, json_build_object('id', item.id, 'kind', 'announcement') as home, item.title as home_name, own.last_visited_at
  from ${among} document
  join announcements item on item.board_id = document.board_id and item.id = document.announcement_id
  left join announcement_readers own on own.board_id = item.board_id and own.announcement_id = item.id and own.member_id = ${scope.member.id}
  where item.deleted_at is null and item.state = 'published' and ${announcementVisibleWhere(pageReaderOfPublished(scope))}
`;

const documentsOfResolutions = (scope: PageScope, among: RawBuilder<unknown>) => sql`
  select ${shown}, json_build_object('id', written.id, 'kind', 'resolution') as home, written.title as home_name,
    null::timestamptz as last_visited_at
  from ${among} document
  join written_resolutions written on written.board_id = document.board_id and written.id = document.written_resolution_id
  join bodies body on body.board_id = written.board_id and body.id = written.body_id
  where written.round > 0 and ${writtenVisibleWhere(pageReaderOfPublished(scope))}
`;

const shown = sql`document.id, document.title, document.extension, document.mime_type, document.is_link, document.created_at`;

const selectLast = ({ board }: PageScope) => sql`
  select last.id, last.board_id, last.title, last.extension, last.mime_type, last.is_link, last.created_at, last.deleted_at, last.hidden,
    last.meeting_id, last.agenda_item_id, last.announcement_id, last.written_resolution_id, last.category_id, last.folder_id
  from documents last
  where last.board_id = ${board.id} and last.deleted_at is null and not last.hidden
  order by last.created_at desc, last.id desc limit ${lastMax}::int
`;

export const newestDocuments = defineRows({}, (scope) =>
  selectNewest(scope, {
    before: sql`with among as materialized (${selectLast(scope)})`,
    among: sql`among`,
    hasOlder: sql<boolean>`(select count(*) = ${lastMax}::int from among)`,
  }),
);

export const newestOfAllDocuments = defineRows({}, (scope) =>
  selectNewest(scope, { before: sql``, among: sql`documents`, hasOlder: sql<boolean>`false` }),
);

export const dashboardMeetings = defineRows({}, (scope) =>
  selectSummaries(scope, {
    next: nextMeeting(scope),
    waiting: waitingReplies(scope, waitingMax),
    waiting_dates: waitingDates(scope, waitingMax),
    timeline: published(timelineMax),
  }),
);

export const timelineAnnouncements = defineRows({}, (scope) =>
  selectPublishedAnnouncements(scope, { most: timelineMax }),
);

export const dashboardPeople = defineRows({}, (scope) => selectPeopleOfBoard(scope, { withInactive: false }));

export const firstSteps = definePage({}, ({ tx, board }) => {
  const some = (from: RawBuilder<unknown>) => sql<boolean>`exists (select 1 from ${from})`;
  const ofBoard = sql`board_id = ${board.id} and deleted_at is null`;
  return tx
    .selectFrom('boards')
    .select([
      sql<boolean>`(select count(*) > 1 from members where board_id = ${board.id})`.as('people'),
      some(sql`groups where board_id = ${board.id}`).as('groups'),
      some(sql`meetings where ${ofBoard}`).as('meeting'),
      some(sql`documents where ${ofBoard}`).as('papers'),
    ])
    .where('id', '=', board.id)
    .where('first_steps_hidden', '=', false)
    .where(sql<boolean>`not ${some(sql`meetings where ${ofBoard} and state <> 'draft'`)}`);
});
