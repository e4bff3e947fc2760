import type { OpenResolution, WrittenResolution } from '#contract/resolutions.ts';
import { resolutionLabels } from '#domain/messages/resolutions.ts';
import { deadlineText, missedQuorum } from '#domain/resolutions.ts';
import { isolated } from '#domain/text.ts';
import { proposedDeadline } from '#domain/written-deadline.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { type BoardOfPlan, headOf } from '#server/features/deciding/deciding/record-head.ts';
import { canSeeBallots } from '#server/features/deciding/motions/motion/policy.ts';
import { countsIn } from '#server/features/deciding/room/state/policy.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import type { RecordPlan } from '#server/integrations/pdf/typst/plan.ts';
import { countWritten, isJustReminded, partInVote, remindedVoters, writtenCan } from './resolution/policy.ts';
import type { ShownWritten, WrittenRow } from './resolution/queries.ts';
import { canEditPapers } from './resolution/visibility.ts';

export function presentWritten(reader: Reader, row: ShownWritten): WrittenResolution {
  const seesPeople = canSeePeople(reader);
  const isDesk = isDeskOf(reader, row);
  const voted = countWritten(row.voters);
  const { eligible } = voted;
  const voters = row.voters.filter(({ is_recused: out }) => !out);
  const own = voters.find(({ member_id: id }) => id === reader.member.id);
  const isOpen = row.state === 'circulating';
  const showsBallots = seesPeople && seesBallots(reader, row, isDesk);
  const name = (of: string | null) => (seesPeople ? of : null);
  const can = writtenCan(reader, row);
  const circulates = can.circulate || can.circulate_again;
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    state: row.state,
    revision: row.revision,
    body: { id: row.body_id, name: row.body_name },
    created_by: name(row.created_by),
    circulated_by: name(row.circulated_by),
    circulated_at: row.circulated_at?.toISOString() ?? null,
    round: row.round,
    ends_at: row.ends_at?.toISOString() ?? null,
    needs: row.needs,
    ballots_shown_to: row.ballots_shown_to,
    received: answeredIn(row),
    eligible,
    recused: seesPeople ? row.voters.filter(({ is_recused: out }) => out).map(namedOf) : null,
    left: seesPeople ? voters.filter(({ has_left: isGone }) => isGone).map(namedOf) : null,
    counts: countsIn(row),
    missed_quorum:
      row.state !== 'not-passed' || row.needs === null || row.quorum_rule === null
        ? null
        : missedQuorum({ ...row.quorum_rule, needs: row.needs }, voted),
    number: row.number,
    decided_at: row.decided_at?.toISOString() ?? null,
    ended_by: name(row.ended_by),
    reason: row.reason,
    ballots: showsBallots ? ballotsOf(row) : null,
    missing:
      (isOpen && isDesk && seesPeople) || showsBallots
        ? voters
            .filter(({ choice }) => choice === null)
            .map((voter) => ({ ...namedOf(voter), has_left: voter.has_left }))
        : null,
    reminded_at: isOpen && isDesk ? (row.reminded_at?.toISOString() ?? null) : null,
    voters: circulates && seesPeople ? row.voters_now.map(namedOf) : null,
    proposed_deadline: circulates ? proposedDeadline(reader.now, row.hours, reader.board.timeZone).toISOString() : null,
    own: {
      choice: own?.choice ?? null,
      reason: own?.reason ?? '',
      is_recused: partInVote(row, reader.member.id) === 'recused',
      is_outdated: own?.choice === null && row.voted_before,
    },
    minutes_of: row.minutes_of,
    has_pdf: row.has_pdf || isOpen,
    documents: row.documents.map((document) => presentDocument(document, { lastVisit: null })),
    can: {
      ...can,
      remind: can.remind && remindedVoters(row, reader.member.id).length > 0 && !isJustReminded(row, reader.now),
      edit_papers: canEditPapers(reader, row),
    },
  };
}

const namedOf = ({ member_id, name }: { readonly member_id: string; readonly name: string }) => ({ member_id, name });

const answeredIn = ({ voters }: WrittenRow): number => voters.filter(({ choice }) => choice !== null).length;

function seesBallots(reader: Reader, row: WrittenRow, isDesk: boolean): boolean {
  if (row.votes_for === null || row.ballots_shown_to === null) return false;
  const isVoter = row.voters.some(({ member_id: id }) => id === reader.member.id);
  return canSeeBallots({ memberId: reader.member.id, isDesk, isVoter }, row.ballots_shown_to);
}

const ballotsOf = (row: WrittenRow): NonNullable<WrittenResolution['ballots']> =>
  row.voters.flatMap((voter) =>
    voter.choice === null ? [] : [{ ...namedOf(voter), choice: voter.choice, reason: voter.reason ?? '' }],
  );

export function presentOpen(reader: Reader, row: WrittenRow): OpenResolution {
  const own = row.voters.find(({ member_id: id }) => id === reader.member.id);
  return {
    id: row.id,
    title: row.title,
    state: row.state === 'draft' ? 'draft' : 'circulating',
    body: { id: row.body_id, name: row.body_name },
    ends_at: row.ends_at?.toISOString() ?? null,
    needs: row.needs,
    received: answeredIn(row),
    eligible: countWritten(row.voters).eligible,
    waits: writtenCan(reader, row).vote && own?.choice === null,
  };
}

const voterFacts = ({ voters }: WrittenRow): RecordPlan['facts'] => {
  const { recused } = countWritten(voters);
  const left = voters.filter(({ is_recused: out, has_left: isGone }) => isGone && !out).length;
  return [
    ...(recused === 0 ? [] : [{ label: 'Recused', words: String(recused) }]),
    ...(left === 0 ? [] : [{ label: 'No longer active', words: `${left} of those who could vote` }]),
  ];
};

/** Contains counts without names, because not every reader of the file may see the names. */
export function passedPlan(board: BoardOfPlan, row: WrittenRow): RecordPlan {
  const { for: yes = 0, against = 0, abstain = 0 } = countsIn(row) ?? {};
  const { decided_at: at } = row;
  if (at === null) throw new Error('Only a decided resolution has this file.');
  const counts = `For ${yes}, against ${against}, abstained ${abstain}, of ${countWritten(row.voters).eligible} who could vote`;
  return resolutionPlan(board, row, {
    lede: `Written resolution ${row.number ?? ''}`.trim(),
    mark: '',
    facts: [
      { label: 'Passed', words: deadlineText(at, board.dates) },
      { label: 'Votes', words: counts },
      ...voterFacts(row),
    ],
    at,
  });
}

export function circulatingPlan(board: BoardOfPlan, row: WrittenRow): RecordPlan {
  const { circulated_at: at, ends_at: ends } = row;
  if (at === null || ends === null) throw new Error('Only a circulating resolution has this text.');
  return resolutionPlan(board, row, {
    lede: resolutionLabels.written,
    mark: resolutionLabels.states.circulating,
    facts: [{ label: 'Until', words: deadlineText(ends, board.dates) }],
    at,
  });
}

export const choiceWords = { for: 'For', against: 'Against', abstain: 'Abstain' } as const;

export function receiptPlan(reader: Reader, row: WrittenRow): RecordPlan | null {
  const own = row.voters.find(({ member_id: id }) => id === reader.member.id);
  if (own === undefined || own.choice === null || own.at === null) return null;
  return {
    ...headOf(reader.board),
    title: 'Ballot receipt',
    lede: row.title,
    mark: '',
    facts: [
      { label: 'Voter', words: own.name },
      { label: 'Ballot', words: choiceWords[own.choice] },
      { label: 'Received', words: deadlineText(own.at, reader.board.dates) },
      ...(own.reason === null || own.reason === '' ? [] : [{ label: 'Reason', words: own.reason }]),
    ],
    sections: [textSection(row)],
    closing: ['Voters can change their ballots until the resolution is decided. Only each voter’s last ballot counts.'],
    at: own.at.toISOString(),
  };
}

export const textSection = ({ text }: { readonly text: string }): RecordPlan['sections'][number] => ({
  kind: 'item',
  depth: 0,
  number: '',
  title: 'Text',
  time: '',
  parts: [{ kind: 'motion', text, facts: [], outcome: '', remarks: [] }],
});

function resolutionPlan(
  board: BoardOfPlan,
  row: WrittenRow,
  { facts, at, ...rest }: Pick<RecordPlan, 'lede' | 'mark' | 'facts'> & { readonly at: Date },
): RecordPlan {
  const papers = row.papers.map((paper) => isolated(paper.title)).join(', ');
  const circulated = row.circulated_at === null ? '' : deadlineText(row.circulated_at, board.dates);
  return {
    ...rest,
    ...headOf(board),
    title: row.title,
    facts: [
      { label: 'Body', words: row.body_name === '' ? resolutionLabels.wholeBoard : row.body_name },
      ...(papers === '' ? [] : [{ label: 'Papers', words: papers }]),
      { label: 'Circulated', words: circulated },
      ...facts,
    ],
    sections: [textSection(row)],
    closing: [],
    at: at.toISOString(),
  };
}
