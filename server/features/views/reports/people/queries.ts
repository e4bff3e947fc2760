import { defineRows } from '#server/db/page-statement.ts';
import { selectVisibleValues } from '#server/features/members/profile/queries.ts';

export const inactiveSince = defineRows({}, ({ tx, board }) =>
  tx
    .selectFrom('members as member')
    .select((eb) => [
      'member.id',
      eb
        .selectFrom('audit_entries as entry')
        .select((of) => of.fn.max('entry.at').as('at'))
        .whereRef('entry.board_id', '=', 'member.board_id')
        .where('entry.subject_kind', '=', 'member')
        .whereRef('entry.subject_id', '=', 'member.id')
        .where('entry.action', '=', 'person.made-inactive')
        .as('inactive_at'),
    ])
    .where('member.board_id', '=', board.id)
    .where('member.status', '=', 'inactive'),
);

export const positionDays = defineRows({}, (scope) =>
  selectVisibleValues(scope).where('field.filled_by', '=', 'admin').where('field.kind', '=', 'date'),
);
