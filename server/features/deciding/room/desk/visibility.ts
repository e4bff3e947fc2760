import { type RawBuilder, sql } from 'kysely';
import { editableBy, type SqlReader } from '#server/features/members/audience/queries.ts';

type Meeting = 'meetings' | 'meeting' | 'meets';

export const bodyIdOf = (scope: Pick<SqlReader, 'board'>, meeting: Meeting) => sql<string | null>`(
  select case
    when held.body_id is not null then held.body_id
    when a.whole_board then a.board_id
    when cardinality(a.group_ids) = 1 then a.group_ids[1]
  end
  from audiences a left join meeting_rooms held on held.board_id = a.board_id and held.meeting_id = ${sql.ref(`${meeting}.id`)}
  where a.board_id = ${scope.board.id}::uuid and a.id = ${sql.ref(`${meeting}.audience_id`)}
)`;

export const deskOfficer = (office: 'chair_id' | 'secretary_id') =>
  sql<
    string | null
  >`case when room.has_own_desk then ${sql.ref(`room.${office}`)} else ${sql.ref(`body.${office}`)} end`;

export const isOfficerOrEditor = (reader: SqlReader, meeting: Meeting): RawBuilder<boolean> => sql<boolean>`(
  ${reader.member.id} in (${deskOfficer('chair_id')}, ${deskOfficer('secretary_id')})
  or ${editableBy(reader, sql.ref(`${meeting}.audience_id`))}
)`;

export const isDeskWhere = (reader: SqlReader): RawBuilder<boolean> => sql<boolean>`(
  ${editableBy(reader, sql.ref('meeting.audience_id'))} or exists (
    select from (select ${bodyIdOf(reader, 'meeting')} as id) decides
    left join bodies body on body.board_id = meeting.board_id and body.id = decides.id
    left join meeting_rooms room on room.board_id = meeting.board_id and room.meeting_id = meeting.id
    where ${reader.member.id} in (${deskOfficer('chair_id')}, ${deskOfficer('secretary_id')})
  )
)`;
