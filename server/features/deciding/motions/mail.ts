import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { toMember } from '#server/features/core/mail/present.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { findMotionMail } from '#server/features/deciding/motions/queries.ts';
import { openButton, paragraph } from '#server/integrations/mail/blocks.ts';
import { motionAnsweredMail } from './commands.ts';
import { ballotEnteredMail } from './votes/ballots/commands.ts';
import { voteVoidMail } from './votes/voids/commands.ts';

interface Wording {
  readonly subject: string;
  readonly text: string;
}

type Found = NonNullable<Awaited<ReturnType<typeof findMotionMail>>>;

/** Voting requires a session, so the button leads to the sign-in page. */
const motionMail = (kind: string, wordingOf: (found: Found) => Wording | null): MailKind => ({
  kind,
  choice: 'required',
  async write(scope, context, job) {
    const found = await findMotionMail(scope, { memberId: job.memberId, motionId: job.subjectId });
    const wording = found && wordingOf(found);
    if (!found || !wording) return null;
    const base = baseUrlOf(context.config, scope.board.shortname);
    const isFull = canReadByLink(scope) && found.is_invited;
    return {
      ...toMember(scope, found),
      subject: `${wording.subject}, ${scope.board.title}`,
      preheader: wording.text,
      heading: wording.subject,
      blocks: [
        paragraph(wording.text),
        ...(isFull ? [paragraph(found.text)] : []),
        ...(isFull && found.reason !== '' ? [paragraph(`Reason: ${found.reason}`)] : []),
        openButton('Open the meeting', `${base}/meetings/${found.meeting_id}?board=${scope.board.shortname}`),
      ],
    };
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
