import { checks } from './rows.ts';

/** The settings of a resolution in circulation until a time. The function uses the clock of the database. */
const circulating = (by: string, until = '2200-01-01T00:00:00Z'): string =>
  `created_by=member:${by}, circulated_by=member:${by}, state=circulating, round=1, circulated_at=@before, ends_at=${until},
   needs=all, may_object=true, ballots_shown_to=body, quorum_rule={}`;
const past = '2000-01-01T00:00:00Z';
const inCirculation = (...names: readonly string[]): string =>
  names.map((name) => `${name}(${circulating(name)})`).join(' ');

/** Written resolutions are due when their time has passed or their voters have changed. */
export const resolutionChecks = checks`
written_resolutions_due
  boards: suspended(suspended_at=@before)
  written_resolutions: ended(${circulating('ended', past)}) ${inCirculation('unvoted', 'joined', 'silenced')}
    ${inCirculation('unchanged', 'voteless', 'left', 'muted', 'elsewhere', 'board', 'again')}
    stopped(${circulating('stopped', past)}, stopped_at=@before) suspended(${circulating('suspended', past)})
    withdrawn(${circulating('withdrawn', past)}, state=withdrawn, decided_at=@before)
    draft(board:voteless, body_id=group:empty, created_by=member:voteless)
    group(${circulating('board')}, board:board, body_id=group:board)
  members: joined-fellow(board:joined) left-fellow(board:left, status=inactive) again-fellow(board:again, status=inactive)
  group_members: elsewhere board board-fellow(board:board, group:finance)
  # A member without a vote in a group still has one on the board.
  non_voters: silenced voteless muted-fellow(board:muted) elsewhere(body_id=group:elsewhere) board-fellow(board:board)
  written_voters: ended/joined/silenced/unchanged/left/muted/elsewhere/board/stopped/suspended/again
    group(board:board, member:board) again-fellow(board:again, resolution:again)
  # Circulated again after a voter left.
  update written_resolutions set round = 2 where id = resolution:again
  written_voters: again-second(board:again, resolution:again, member:again, round=2)
  id from gate.written_resolutions_due(100000) where id in @scene order by 1
    → resolution:ended | resolution:unvoted | resolution:joined | resolution:silenced
`;
