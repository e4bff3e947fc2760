import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { toMember } from '#server/features/core/mail/present.ts';
import { openButton, paragraph } from '#server/integrations/mail/blocks.ts';
import { confirmInterestsMail } from './commands.ts';
import { findAsked } from './queries.ts';

/** Opening the link confirms nothing, because confirming requires a session. */
const interestsToConfirm: MailKind = {
  kind: confirmInterestsMail,
  choice: 'required',
  async write(scope, context, job) {
    const asked = await findAsked(scope, job.memberId);
    if (!asked) return null;
    const base = baseUrlOf(context.config, scope.board.shortname);
    const hasSome = asked.open > 0;
    const text = hasSome
      ? 'Please check the interests that you have declared. Add what is missing, end those that no longer apply, and confirm that the list is complete.'
      : 'You have declared no interests. Please add any that you have, or confirm that you have nothing to declare.';
    return {
      ...toMember(scope, asked),
      subject: `Please confirm your interests, ${scope.board.title}`,
      preheader: text,
      heading: 'Please confirm your interests',
      blocks: [
        paragraph(text),
        openButton('Open your interests', `${base}/people/interests?board=${scope.board.shortname}`),
      ],
    };
  },
};

export const interestMailKinds: readonly MailKind[] = [interestsToConfirm];
