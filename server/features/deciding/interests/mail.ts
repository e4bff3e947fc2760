import type { MailKind } from '#server/features/core/mail/ports.ts';
import { noticeMail } from '#server/features/deciding/deciding/notice-mail.ts';
import { confirmInterestsMail } from './commands.ts';
import { findAsked } from './queries.ts';

/** Opening the link confirms nothing, because confirming requires a session. */
const interestsToConfirm = noticeMail({
  kind: confirmInterestsMail,
  choice: 'required',
  find: (scope, { memberId }) => findAsked(scope, memberId),
  noticeOf: ({ open }) => ({
    subject: 'Please confirm your interests',
    text:
      open > 0
        ? 'Please check the interests that you have declared. Add what is missing, end those that no longer apply, and confirm that the list is complete.'
        : 'You have declared no interests. Please add any that you have, or confirm that you have nothing to declare.',
    button: 'Open your interests',
    path: 'people/interests',
  }),
});

export const interestMailKinds: readonly MailKind[] = [interestsToConfirm];
