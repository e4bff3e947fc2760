import { formatDocumentTime } from '#domain/dates.ts';
import { fullName } from '#domain/identity.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { facts, note, paragraph } from '#server/integrations/mail/blocks.ts';
import { signInResetMail } from './commands.ts';
import { findReset } from './queries.ts';

const signInReset: MailKind = {
  kind: signInResetMail,
  choice: 'required',
  async write(scope, { config }, { memberId, subjectId, sealed }) {
    const found = await findReset(scope, { personId: subjectId, adminId: memberId });
    if (!found) return null;
    const { board } = scope;
    const { admin } = found;
    const person = fullName(found.person);
    const opens = sealed.opens === undefined ? null : formatDocumentTime(sealed.opens, board.dates);
    const elsewhere = config.links.passwordReset;
    const password =
      elsewhere === null
        ? 'They were sent a link to set a new password.'
        : `Their password is unchanged; they can choose a new one at ${elsewhere}.`;
    return {
      to: { name: fullName(admin), address: admin.email },
      subject: `Sign-in for ${person} was reset`,
      preheader: `Reset by a site admin of ${config.appName}.`,
      heading: `Sign-in for ${person} was reset`,
      blocks: [
        paragraph(`A site admin of ${config.appName} has reset sign-in for ${person}. ${password}`),
        ...(opens === null ? [] : [facts([{ label: 'Sign-in blocked until', value: opens }])]),
        note(
          `Contact ${person} using a phone number or address that you already know, and ask whether they requested this. If not, tell a site admin right away so that the account can be disabled.`,
        ),
      ],
      footer: `You are receiving this message because you are an admin of ${board.title}.`,
    };
  },
};

export const siteMailKinds: readonly MailKind[] = [signInReset];
