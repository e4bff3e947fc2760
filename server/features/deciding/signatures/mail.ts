import { formatHeadingDay } from '#domain/dates.ts';
import { signatureLabels } from '#domain/messages/signatures.ts';
import { lastDayOf } from '#domain/signatures.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { type Notice, noticeMail, reasonText, type WordingOf } from '#server/features/deciding/deciding/notice-mail.ts';
import { endedMail, requestedMail, sealedMail, signatureReminderMail } from './request/commands.ts';
import { findSignatureMail } from './request/queries.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findSignatureMail>>>;

type SignatureWordingOf = WordingOf<Found, Omit<Notice, 'path'>>;

/** Members who can no longer see the document get no mail. */
const signatureMail = (kind: string, choice: MailKind['choice'], wordingOf: SignatureWordingOf): MailKind =>
  noticeMail({
    kind,
    choice,
    find: findSignatureMail,
    noticeOf(found, scope, job) {
      const wording = wordingOf(found, scope, job);
      if (wording === null) return null;
      const path = `sign/${found.id}`;
      if (!canReadByLink(scope)) return { ...wording, quotes: [], path };
      return { ...wording, subject: `${wording.subject}: ${found.title}`, path };
    },
  });

const asking =
  (subject: string, text: string): SignatureWordingOf =>
  (found, { board: { timeZone, dates } }) => {
    if (found.state !== 'open' || !found.is_signer || found.has_signed) return null;
    const day = formatHeadingDay(lastDayOf(found.ends_at, timeZone), dates);
    return { subject, text, facts: [{ label: 'Sign by', value: day }], quotes: [found.note], button: 'Read and sign' };
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
  signatureMail(endedMail, 'required', (found) => {
    if (found.state === 'open' || found.state === 'complete') return null;
    return {
      subject: 'Not signed',
      text: endings[found.state],
      quotes: [reasonText(found)],
      button: 'Open the request',
    };
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
