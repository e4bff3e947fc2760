import { resolutionLabels } from '#domain/messages/resolutions.ts';
import { type BallotChoice, ballotChoices } from '#domain/motions.ts';
import { deadlineText, papersText } from '#domain/resolutions.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { type Notice, noticeMail, reasonText, type WordingOf } from '#server/features/deciding/deciding/notice-mail.ts';
import { findWrittenMail } from '#server/features/deciding/motions/written/queries.ts';
import { circulatedMail, decidedMail, receiptMail, reminderMail } from './commands.ts';
import { choiceWords } from './present.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findWrittenMail>>>;

interface Wording extends Omit<Notice, 'path'> {
  readonly hasText: boolean;
}

/** Voting requires a session, so the button leads to the sign-in page. */
const writtenMail = (kind: string, choice: MailKind['choice'], wordingOf: WordingOf<Found, Wording>): MailKind =>
  noticeMail({
    kind,
    choice,
    find: findWrittenMail,
    noticeOf(found, scope, job) {
      const wording = wordingOf(found, scope, job);
      if (wording === null) return null;
      const path = `resolutions/${found.id}`;
      if (!canReadByLink(scope)) return { ...wording, path };
      const papers = found.papers.length === 0 ? '' : papersText(found.papers);
      return {
        ...wording,
        subject: `${wording.subject}: ${found.title}`,
        quotes: [...(wording.hasText ? [found.text, papers] : []), reasonText(found)],
        path,
      };
    },
  });

/** Sent even after the resolution is decided, because recused members get no other notice. */
const recusedWording = ({ state, may_object: mayObject }: Found, until: string): Wording => ({
  subject: 'You are recused from a written resolution',
  text: `You are recorded as recused at your own request, so you cannot vote on this resolution. If you did not ask for this, ${
    state === 'circulating' && mayObject ? 'ask for a meeting, or ' : ''
  }tell the person who circulated it.`,
  facts: [{ label: 'Until', value: until }],
  button: 'Read it',
  hasText: true,
});

const circulated = writtenMail(circulatedMail, 'required', (found, { board }) => {
  const { state, round, ends_at: ends } = found;
  if (ends === null) return null;
  if (found.is_recused) return recusedWording(found, deadlineText(ends, board.dates));
  if (state !== 'circulating' || !found.may_vote) return null;
  return {
    subject: round === 1 ? 'Please vote' : 'Circulated again: please vote again',
    text:
      round === 1
        ? 'A resolution is being decided in writing. Please read it and vote.'
        : 'This resolution has been circulated again. Ballots sent earlier no longer count.',
    facts: [{ label: 'Until', value: deadlineText(ends, board.dates) }],
    button: 'Read and vote',
    hasText: true,
  };
});

const reminder = writtenMail(
  reminderMail,
  'reminders',
  ({ state, ends_at: ends, may_vote: mayVote, has_answered: hasAnswered }, { board }) => {
    if (state !== 'circulating' || ends === null || !mayVote || hasAnswered) return null;
    return {
      subject: 'You have not voted yet',
      text: 'A resolution is being decided in writing, and your vote is still missing.',
      facts: [{ label: 'Until', value: deadlineText(ends, board.dates) }],
      button: 'Read and vote',
      hasText: true,
    };
  },
);

const isChoice = (text: string | undefined): text is BallotChoice => ballotChoices.some((choice) => choice === text);

const receipt = writtenMail(receiptMail, 'required', (_found, { board }, { sealed: { choice, at } }) => {
  if (!isChoice(choice) || at === undefined) return null;
  return {
    subject: 'Your ballot was received',
    text: 'This is the receipt for your ballot on a written resolution. You can change your ballot until the resolution is decided. Only your last ballot counts.',
    facts: [
      { label: 'Ballot', value: choiceWords[choice] },
      { label: 'Received', value: deadlineText(at, board.dates) },
    ],
    button: 'Open the resolution',
    hasText: false,
  };
});

const decidedTexts = {
  passed: 'The resolution was passed in writing.',
  'not-passed': 'The resolution was not passed by its deadline.',
  withdrawn: 'The resolution was withdrawn.',
  'to-meeting': 'A voting member has asked for a meeting, so the resolution will not be decided in writing.',
} as const;

const decided = writtenMail(decidedMail, 'required', ({ state, number }) => {
  if (state === 'draft' || state === 'circulating') return null;
  return {
    subject: resolutionLabels.states[state],
    text: decidedTexts[state],
    facts: number === null ? [] : [{ label: 'Number', value: number }],
    button: 'Open the resolution',
    hasText: state === 'passed',
  };
});

export const writtenMailKinds: readonly MailKind[] = [circulated, reminder, receipt, decided];
