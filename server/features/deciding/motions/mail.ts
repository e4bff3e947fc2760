import { fullName } from '#domain/identity.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailContent, MailJob, MailKind } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { findMotionMail } from '#server/features/deciding/motions/queries.ts';
import { motionAnsweredMail } from './commands.ts';
import { ballotEnteredMail } from './votes/ballots/commands.ts';
import { voteVoidMail } from './votes/voids/commands.ts';

interface Wording {
  readonly subject: string;
  readonly text: string;
}

type Found = NonNullable<Awaited<ReturnType<typeof findMotionMail>>>;

/**
 * The text is included only if links may show papers. Voting requires a session, so the button leads to the sign-in
 * page.
 */
async function write(
  scope: BoardJobScope,
  context: Context,
  { job, wordingOf }: { readonly job: MailJob; readonly wordingOf: (found: Found) => Wording | null },
): Promise<MailContent | null> {
  const found = await findMotionMail(scope, { memberId: job.memberId, motionId: job.subjectId ?? '' });
  const wording = found && wordingOf(found);
  if (!found || !wording) return null;
  const base = baseUrlOf(context.config, scope.board.shortname);
  const isFull = canReadByLink(scope) && found.is_invited;
  return {
    to: { name: fullName(found), address: found.email },
    subject: `${wording.subject}, ${scope.board.title}`,
    preheader: wording.text,
    heading: wording.subject,
    blocks: [
      { kind: 'paragraph', text: wording.text },
      ...(isFull ? [{ kind: 'paragraph', text: found.text } as const] : []),
      ...(isFull && found.reason !== '' ? [{ kind: 'paragraph', text: `Reason: ${found.reason}` } as const] : []),
      {
        kind: 'buttons',
        label: null,
        buttons: [
          {
            label: 'Open the meeting',
            href: `${base}/meetings/${found.meeting_id}?board=${scope.board.shortname}`,
            tone: 'primary',
          },
        ],
      },
    ],
    footer: `You get this message because you are a member of ${scope.board.title}.`,
  };
}

const motionAnswered: MailKind = {
  kind: motionAnsweredMail,
  choice: 'required',
  write: (scope, context, job) =>
    write(scope, context, {
      job,
      wordingOf: ({ state, meeting_title: meeting }) => {
        if (state === 'suggested') return null;
        return state === 'declined'
          ? {
              subject: 'Your suggested motion was declined',
              text: `A motion that you suggested for ${meeting} was declined.`,
            }
          : {
              subject: 'Your suggested motion was accepted',
              text: `A motion that you suggested for ${meeting} was accepted.`,
            };
      },
    }),
};

const ballotEntered: MailKind = {
  kind: ballotEnteredMail,
  choice: 'required',
  write: (scope, context, job) =>
    write(scope, context, {
      job,
      wordingOf: ({ meeting_title: meeting }) => ({
        subject: 'A ballot was entered for you',
        text: `In ${meeting} a ballot was entered for you, as you said it in the meeting. If this is wrong, tell the chair or the secretary.`,
      }),
    }),
};

const voteVoid: MailKind = {
  kind: voteVoidMail,
  choice: 'required',
  write: (scope, context, job) =>
    write(scope, context, {
      job,
      wordingOf: ({ meeting_title: meeting }) => ({
        subject: 'A vote was declared void',
        text: `A vote in ${meeting} in which you took part was declared void. Its motion can be voted on again.`,
      }),
    }),
};

export const motionMailKinds: readonly MailKind[] = [motionAnswered, ballotEntered, voteVoid];
