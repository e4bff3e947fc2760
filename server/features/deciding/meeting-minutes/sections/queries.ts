import { sql } from 'kysely';
import { writingLastsMs } from '#domain/meeting-minutes.ts';
import type { RichText } from '#domain/rich-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { defineRows } from '#server/db/page-statement.ts';

const wordingsMax = 500;
const writersMax = 100;

/** The newest first. */
export async function listWordings({ tx, board }: Pick<BoardScope, 'tx' | 'board'>, sectionId: string) {
  return tx
    .selectFrom('minutes_wordings as wording')
    .innerJoin('members as writer', (join) =>
      join.onRef('writer.board_id', '=', 'wording.board_id').onRef('writer.id', '=', 'wording.written_by'),
    )
    .select(['wording.revision', 'wording.at', 'wording.begun_at', 'wording.written_by'])
    .select(sql<RichText>`wording.notes`.as('notes'))
    .select(sql<string>`writer.first_name || ' ' || writer.last_name`.as('by'))
    .where('wording.board_id', '=', board.id)
    .where('wording.section_id', '=', sectionId)
    .orderBy('wording.revision', 'desc')
    .limit(wordingsMax)
    .execute();
}

/** Those who said so a moment ago, but the reader. */
export const writersOfMeeting = defineRows({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('minutes_writers as writing')
    .innerJoin('members as writer', (join) =>
      join.onRef('writer.board_id', '=', 'writing.board_id').onRef('writer.id', '=', 'writing.member_id'),
    )
    .select(['writing.section_id', 'writing.member_id', 'writing.at', 'writer.img_url'])
    .select(sql<string>`writer.first_name || ' ' || writer.last_name`.as('name'))
    .where('writing.board_id', '=', scope.board.id)
    .where('writing.meeting_id', '=', id)
    .where('writing.member_id', '<>', scope.member.id)
    .where(sql<boolean>`writing.at > ${scope.now} - make_interval(secs => ${writingLastsMs / 1000})`)
    .orderBy('writing.at', 'desc')
    .limit(writersMax),
);
