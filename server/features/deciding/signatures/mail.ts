import { formatHeadingDay } from '#domain/dates.ts';
import { fullName } from '#domain/identity.ts';
import { signatureLabels } from '#domain/messages/signatures.ts';
import { lastDayOf } from '#domain/signatures.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailContent, MailJob, MailKind } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import type { MailFact } from '#server/integrations/mail/blocks.ts';
import { endedMail, requestedMail, sealedMail, signatureReminderMail } from './request/commands.ts';
import { findSignatureMail } from './request/queries.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findSignatureMail>>>;

interface Wording {
  readonly subject: string;
  readonly text: string;
  readonly facts?: readonly MailFact[];
  readonly note?: string;
  readonly button: string;
}

/** Names the document only where links may show papers. Nobody who no longer sees it gets mail about it. */
async function write(
  scope: BoardJobScope,
  context: Context,
  { job, wordingOf }: { readonly job: MailJob; readonly wordingOf: (found: Found, timeZone: string) => Wording | null },
): Promise<MailContent | null> {
  const found = await findSignatureMail(scope, { memberId: job.memberId, id: job.subjectId });
  const wording = found && wordingOf(found, scope.board.timeZone);
  if (!found || !wording) return null;
  const isFull = canReadByLink(scope);
  const subject = `${wording.subject}${isFull ? `: ${found.title}` : ''}`;
  const href = `${baseUrlOf(context.config, scope.board.shortname)}/sign/${found.id}?board=${scope.board.shortname}`;
  return {
    to: { name: fullName(found), address: found.email },
    subject: `${subject}, ${scope.board.title}`,
    preheader: wording.text,
    heading: subject,
    blocks: [
      { kind: 'paragraph', text: wording.text },
      ...(wording.facts === undefined ? [] : [{ kind: 'facts', rows: wording.facts } as const]),
      ...(isFull && wording.note ? [{ kind: 'paragraph', text: wording.note } as const] : []),
      { kind: 'buttons', label: null, buttons: [{ label: wording.button, href, tone: 'primary' }] },
    ],
    footer: `You get this message because you are a member of ${scope.board.title}.`,
  };
}

const isWaiting = (found: Found): boolean => found.state === 'open' && found.is_signer && !found.has_signed;

const untilFact = ({ ends_at: end }: Found, timeZone: string): MailFact => ({
  label: 'Sign by',
  value: formatHeadingDay(lastDayOf(end, timeZone)),
});

const requested: MailKind = {
  kind: requestedMail,
  choice: 'required',
  write: (scope, context, job) =>
    write(scope, context, {
      job,
      wordingOf: (found, timeZone) =>
        isWaiting(found)
          ? {
              subject: 'Please sign',
              text: 'You are asked to sign a document.',
              facts: [untilFact(found, timeZone)],
              note: found.note,
              button: 'Read and sign',
            }
          : null,
    }),
};

const reminder: MailKind = {
  kind: signatureReminderMail,
  choice: 'reminders',
  write: (scope, context, job) =>
    write(scope, context, {
      job,
      wordingOf: (found, timeZone) =>
        isWaiting(found)
          ? {
              subject: 'Your signature is still missing',
              text: 'You were asked to sign a document and have not signed it yet.',
              facts: [untilFact(found, timeZone)],
              button: 'Read and sign',
            }
          : null,
    }),
};

const ended: MailKind = {
  kind: endedMail,
  choice: 'required',
  write: (scope, context, job) =>
    write(scope, context, {
      job,
      wordingOf(found) {
        if (found.state === 'open' || found.state === 'complete') return null;
        const texts = {
          declined: 'A signer declined to sign.',
          voided: 'A board admin voided the request.',
          expired: 'Not everybody has signed in time.',
          ended: signatureLabels.left,
        };
        return {
          subject: 'Not signed',
          text: texts[found.state],
          note: found.reason === '' ? '' : `Reason: ${found.reason}`,
          button: 'Open the request',
        };
      },
    }),
};

const sealed: MailKind = {
  kind: sealedMail,
  choice: 'required',
  write: (scope, context, job) =>
    write(scope, context, {
      job,
      wordingOf: (found) =>
        found.sealed_at === null
          ? null
          : {
              subject: 'Signed by all',
              text: 'Everybody has signed. The signed PDF has been sealed and can be downloaded.',
              facts: [{ label: 'Signed file, SHA-256', value: found.sealed_sha256 ?? '' }],
              button: 'Open the signed PDF',
            },
    }),
};

export const signatureMailKinds: readonly MailKind[] = [requested, reminder, ended, sealed];
