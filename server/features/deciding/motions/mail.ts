import type { MailKind } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { type Notice, noticeMail, reasonText, type WordingOf } from '#server/features/deciding/deciding/notice-mail.ts';
import { findMotionMail } from '#server/features/deciding/motions/queries.ts';
import { motionAnsweredMail } from './commands.ts';
import { ballotEnteredMail } from './votes/ballots/commands.ts';
import { voteVoidMail } from './votes/corrections/commands.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findMotionMail>>>;

/** Voting requires a session, so the button leads to the sign-in page. */
const motionMail = (kind: string, wordingOf: WordingOf<Found, Pick<Notice, 'subject' | 'text'>>): MailKind =>
  noticeMail({
    kind,
    choice: 'required',
    find: findMotionMail,
    noticeOf(found, scope, job) {
      const wording = wordingOf(found, scope, job);
      const isFull = canReadByLink(scope) && found.is_invited;
      return (
        wording && {
          ...wording,
          quotes: isFull ? [found.text, reasonText(found)] : [],
          button: 'Open the meeting',
          path: `meetings/${found.meeting_id}`,
        }
      );
    },
  });

const motionAnswered = motionMail(motionAnsweredMail, ({ state, meeting_title: meeting }) => {
  if (state === 'suggested') return null;
  const answer = state === 'declined' ? 'declined' : 'accepted';
  return {
    subject: `Your suggested motion was ${answer}`,
    text: `A motion that you suggested for ${meeting} was ${answer}.`,
  };
});

const ballotEntered = motionMail(ballotEnteredMail, ({ meeting_title: meeting }) => ({
  subject: 'A ballot was entered for you',
  text: `In ${meeting}, a ballot was entered for you with the vote that you announced. If this is wrong, tell the chair or the secretary.`,
}));

const voteVoid = motionMail(voteVoidMail, ({ meeting_title: meeting }) => ({
  subject: 'A vote was declared void',
  text: `A vote in ${meeting} that you took part in was declared void. The motion can be voted on again.`,
}));

export const motionMailKinds: readonly MailKind[] = [motionAnswered, ballotEntered, voteVoid];
