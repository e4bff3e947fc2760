import type { OpenResolution, WrittenResolution } from '#contract/resolutions.ts';
import { resolutionLabels } from '#domain/messages/resolutions.ts';
import { deadlineText, missedQuorum, papersText } from '#domain/resolutions.ts';
import { proposedDeadline } from '#domain/written-deadline.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { canSeeBallots } from '#server/features/deciding/motions/motion/policy.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import type { LetterPlan } from '#server/integrations/pdf/letter/plan.ts';
import type { RecordPlan } from '#server/integrations/pdf/record/plan.ts';
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
    counts: countsOf(row),
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

function countsOf({ votes_for, votes_against, abstentions }: WrittenRow): WrittenResolution['counts'] {
  if (votes_for === null || votes_against === null || abstentions === null) return null;
  return { for: votes_for, against: votes_against, abstain: abstentions };
}

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

const voterFacts = ({ voters }: WrittenRow): readonly string[] => {
  const { recused } = countWritten(voters);
  const left = voters.filter(({ is_recused: out, has_left: isGone }) => isGone && !out).length;
  return [
    ...(recused === 0 ? [] : [`Recused: ${recused}`]),
    ...(left === 0 ? [] : [`No longer active, among those who could vote: ${left}`]),
  ];
};

/** The letter of a passed resolution. It contains counts without names, since not every reader may see the names. */
export function letterOf(
  board: Pick<Reader['board'], 'title' | 'primaryColor' | 'timeZone'>,
  row: WrittenRow,
): Omit<LetterPlan, 'creator'> {
  const counts = countsOf(row);
  const { decided_at: at } = row;
  if (at === null) throw new Error('Only what is decided has a letter.');
  const when = (instant: Date | null): string => (instant === null ? '' : deadlineText(instant, board.timeZone));
  const body = row.body_name === '' ? resolutionLabels.wholeBoard : row.body_name;
  return {
    board: board.title,
    colour: board.primaryColor,
    kind: `Written resolution ${row.number ?? ''}`,
    title: row.title,
    text: row.text,
    facts: [
      `Body: ${body}`,
      `Circulated: ${when(row.circulated_at)}`,
      `Passed: ${when(at)}`,
      ...(row.papers.length === 0 ? [] : [papersText(row.papers)]),
      `For ${counts?.for ?? 0}, against ${counts?.against ?? 0}, abstained ${counts?.abstain ?? 0}, of ${countWritten(row.voters).eligible} who could vote`,
      ...voterFacts(row),
    ],
    at: at.toISOString(),
  };
}

/** The text of a circulating resolution. Made on request, since nothing is decided yet. */
export function circulatingPlan(
  board: Pick<Reader['board'], 'title' | 'primaryColor' | 'timeZone'>,
  row: WrittenRow,
): Omit<RecordPlan, 'creator'> {
  const { circulated_at: at, ends_at: ends } = row;
  if (at === null || ends === null) throw new Error('Only what circulates has this text.');
  const fact = (label: string, words: string) => ({ label, words });
  return {
    board: board.title,
    colour: board.primaryColor,
    title: row.title,
    lede: resolutionLabels.written,
    mark: resolutionLabels.states.circulating,
    facts: [
      fact('Body', row.body_name === '' ? resolutionLabels.wholeBoard : row.body_name),
      fact('Circulated', deadlineText(at, board.timeZone)),
      fact('Until', deadlineText(ends, board.timeZone)),
      ...(row.papers.length === 0 ? [] : [fact('Papers', row.papers.map(({ title }) => title).join(', '))]),
    ],
    sections: [
      {
        kind: 'item',
        depth: 0,
        number: '',
        title: 'Text',
        time: '',
        parts: [{ kind: 'motion', text: row.text, facts: [], outcome: '', remarks: [] }],
      },
    ],
    signatures: [],
    closing: [],
    at: at.toISOString(),
  };
}
