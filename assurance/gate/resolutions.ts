import { checks } from './rows.ts';

const circulating = (by: string, until = '2200-01-01T00:00:00Z'): string =>
  `created_by=member:${by}, circulated_by=member:${by}, state=circulating, round=1, circulated_at=@before, ends_at=${until},
   needs=all, may_object=true, ballots_shown_to=body, quorum_rule={}`;
const past = '2000-01-01T00:00:00Z';

export const resolutionChecks = checks`
written_resolutions_due
  boards: suspended(suspended_at=@before)
  written_resolutions: ended(${circulating('ended', past)}) open(${circulating('open')})
    stopped(${circulating('stopped', past)}, stopped_at=@before) suspended(${circulating('suspended', past)})
    withdrawn(${circulating('withdrawn', past)}, state=withdrawn, decided_at=@before)
    draft(board:open, created_by=member:open)
  id from gate.written_resolutions_due(100000) where id in @scene → resolution:ended
`;
