import type { AnswerOf } from '#contract/endpoint.ts';
import type { getVotesReport } from '#contract/reports.ts';
import { presentPeople } from '#server/features/views/reports/filter/present.ts';
import type { ReportPersonRow } from '#server/features/views/reports/filter/queries.ts';
import { type ClosedVote, votesMax } from './queries.ts';

type VotesReport = AnswerOf<typeof getVotesReport>;

interface FoundVotes {
  readonly votes: readonly ClosedVote[];
  readonly people: readonly ReportPersonRow[];
}

export function presentVotes(found: FoundVotes): VotesReport {
  const shown = found.votes.slice(0, votesMax);
  const isOf = (result: ClosedVote['result']): number => shown.filter((vote) => vote.result === result).length;
  return {
    votes: shown.map(presentVote),
    members: membersOf(shown, found.people),
    total: {
      votes: shown.length,
      carried: isOf('carried'),
      not_carried: isOf('not-carried'),
      tied: isOf('tied'),
      void: isOf('void'),
    },
    is_cut: found.votes.length > votesMax,
  };
}

function presentVote(row: ClosedVote): VotesReport['votes'][number] {
  return {
    id: row.id,
    text: row.text,
    item: row.item_title,
    body: row.body_name,
    way: row.way,
    meeting: { id: row.meeting_id, title: row.meeting_title },
    majority: row.majority,
    majority_of: row.majority_of,
    result: row.result,
    number: row.number,
    by_casting_vote: row.by_casting_vote,
    closed_at: row.closed_at.toISOString(),
    entered_afterwards: row.held_at !== null,
    counts: countsOf(row),
    eligible: row.eligible ?? 0,
    quorum: { present: row.present ?? 0, needed: row.needed ?? 0, in_office: row.in_office ?? 0 },
  };
}

/** Returns null for a secret vote that was declared void, because its counts must not be shown. */
function countsOf(row: ClosedVote): VotesReport['votes'][number]['counts'] {
  const { votes_for, votes_against, abstentions } = row;
  if (votes_for === null || votes_against === null || abstentions === null) return null;
  if (row.way === 'secret' && row.result === 'void') return null;
  return { for: votes_for, against: votes_against, abstain: abstentions };
}

function membersOf(votes: readonly ClosedVote[], people: readonly ReportPersonRow[]): VotesReport['members'] {
  const counting = votes.filter(({ way, result }) => way === 'named' && result !== 'void');
  const timesIn = (lists: readonly (readonly string[])[]): ReadonlyMap<string, number> => {
    const times = new Map<string, number>();
    for (const id of lists.flat()) times.set(id, (times.get(id) ?? 0) + 1);
    return times;
  };
  const voted = timesIn(counting.map(({ named_ids: ids }) => ids));
  const silent = timesIn(counting.map(({ silent_ids: ids }) => ids));
  return presentPeople(people).flatMap(({ person, isNamed }) => {
    const cast = voted.get(person.member_id) ?? 0;
    const could = cast + (silent.get(person.member_id) ?? 0);
    return could === 0 || !isNamed ? [] : [{ ...person, voted: cast, could }];
  });
}
