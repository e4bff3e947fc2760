import { numberAgenda } from '#domain/agenda.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { toMember } from '#server/features/core/mail/present.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { listAgendaItems } from '#server/features/homes/meetings/meeting/queries.ts';
import { memberView } from '#server/features/members/audience/visibility.ts';
import { openButton, paragraph } from '#server/integrations/mail/blocks.ts';
import { declarationMail } from './commands.ts';
import { type DeclarationMail, findCopyMail, findDeclarationMail } from './queries.ts';

/** Refers to a withheld item only by its number. */
function wordsOf(found: DeclarationMail, isOwn: boolean, item: string) {
  const { name, withheld_by: by = '', lifted_by: lifter } = found;
  const who = isOwn ? 'You' : name;
  if (found.lifted_at !== null) {
    const whom = isOwn ? 'you' : name;
    const text =
      found.withheld_at === null
        ? `${lifter} has ended ${isOwn ? 'your' : `${name}’s`} recusal from ${item}.`
        : `${lifter} is no longer withholding ${item} from ${whom}.`;
    return { subject: found.withheld_at === null ? 'Recusal ended' : 'No longer withheld', text };
  }
  if (found.withheld_at !== null) {
    const whom = isOwn ? 'you' : name;
    return { subject: 'An item is withheld', text: `${by} has withheld ${item} from ${whom}.` };
  }
  const have = isOwn ? 'have' : 'has';
  if (found.recused_at !== null) {
    const self = isOwn ? 'yourself' : 'themselves';
    return { subject: 'Recused from an item', text: `${who} ${have} recused ${self} from ${item}.` };
  }
  return { subject: 'Interest declared', text: `${who} ${have} declared an interest in ${item}.` };
}

const declaration: MailKind = {
  kind: declarationMail,
  choice: 'required',
  async write(scope, context, job) {
    const found = (await findDeclarationMail(scope, job)) ?? (await findCopyMail(scope, job));
    if (!found) return null;
    const items = await listAgendaItems(scope, found.meeting_id, memberView(scope, job.memberId));
    const placed = numberAgenda(items, null).find(({ item }) => item.id === found.agenda_item_id);
    if (!placed) return null;
    const canRead = canReadByLink(scope);
    const isNamed = canRead && placed.item.withheld === null;
    const item = `item ${placed.number}${isNamed ? ` (${placed.item.title})` : ''} of ${found.meeting_title}`;
    const { subject, text } = wordsOf(found, found.member_id === job.memberId, item);
    const why = found.withheld_at === null || found.lifted_at !== null ? found.nature : found.reason;
    const isWhyShown = canRead && why !== '' && (isNamed || found.member_id === job.memberId);
    return {
      ...toMember(scope, found),
      subject: `${subject}: ${found.meeting_title}`,
      preheader: text,
      heading: subject,
      blocks: [
        paragraph(text),
        ...(isWhyShown ? [paragraph(why)] : []),
        openButton(
          'Open the meeting',
          `${baseUrlOf(context.config, scope.board.shortname)}/meetings/${found.meeting_id}?board=${scope.board.shortname}`,
        ),
      ],
    };
  },
};

export const declarationMailKinds: readonly MailKind[] = [declaration];
