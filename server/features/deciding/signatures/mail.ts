import { formatHeadingDay } from '#domain/dates.ts';
import { signatureLabels } from '#domain/messages/signatures.ts';
import { lastDayOf } from '#domain/signatures.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { toMember } from '#server/features/core/mail/present.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { facts, type MailFact, openButton, paragraph } from '#server/integrations/mail/blocks.ts';
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

type WordingOf = (found: Found, board: Pick<BoardJobScope['board'], 'timeZone' | 'dates'>) => Wording | null;

/** Members who can no longer see the document get no mail. */
const signatureMail = (kind: string, choice: MailKind['choice'], wordingOf: WordingOf): MailKind => ({
  kind,
  choice,
  async write(scope, { config }, job) {
    const { board } = scope;
    const found = await findSignatureMail(scope, { memberId: job.memberId, id: job.subjectId });
    const wording = found && wordingOf(found, board);
    if (!found || !wording) return null;
    const isFull = canReadByLink(scope);
    const subject = `${wording.subject}${isFull ? `: ${found.title}` : ''}`;
    const href = `${baseUrlOf(config, board.shortname)}/sign/${found.id}?board=${board.shortname}`;
    return {
      ...toMember(scope, found),
      subject: `${subject}, ${board.title}`,
      preheader: wording.text,
      heading: subject,
      blocks: [
        paragraph(wording.text),
        ...(wording.facts === undefined ? [] : [facts(wording.facts)]),
        ...(isFull && wording.note ? [paragraph(wording.note)] : []),
        openButton(wording.button, href),
      ],
    };
  },
});

const asking =
  (subject: string, text: string): WordingOf =>
  (found, { timeZone, dates }) => {
    if (found.state !== 'open' || !found.is_signer || found.has_signed) return null;
    const day = formatHeadingDay(lastDayOf(found.ends_at, timeZone), dates);
    return { subject, text, facts: [{ label: 'Sign by', value: day }], note: found.note, button: 'Read and sign' };
  };

const endings = {
  declined: 'A signer declined to sign.',
  voided: 'A board admin voided the request.',
  expired: signatureLabels.expired,
  ended: signatureLabels.left,
} as const;

export const signatureMailKinds: readonly MailKind[] = [
  signatureMail(requestedMail, 'required', asking('Please sign', 'You have been asked to sign a document.')),
  signatureMail(
    signatureReminderMail,
    'reminders',
    asking('Your signature is still missing', 'You were asked to sign a document and have not signed it yet.'),
  ),
  signatureMail(endedMail, 'required', ({ state, reason }) => {
    if (state === 'open' || state === 'complete') return null;
    const note = reason === '' ? '' : `Reason: ${reason}`;
    return { subject: 'Not signed', text: endings[state], note, button: 'Open the request' };
  }),
  signatureMail(sealedMail, 'required', ({ sealed_sha256: sha256 }) => {
    if (sha256 === null) return null;
    return {
      subject: 'Signed by all',
      text: signatureLabels.complete,
      facts: [{ label: 'SHA-256 of the signed PDF', value: sha256 }],
      button: 'Open the signed PDF',
    };
  }),
];
