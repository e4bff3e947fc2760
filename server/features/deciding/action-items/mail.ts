import { isEnded } from '#domain/action-items.ts';
import { formatHeadingDate, formatHeadingDay } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { magicMessages } from '#domain/messages/announcements.ts';
import { counted } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, todayOf } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailContent, MailKind } from '#server/features/core/mail/ports.ts';
import { toMember } from '#server/features/core/mail/present.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { actionItemUid } from '#server/features/core/secret-addresses/present.ts';
import { actionsDueMail, actionsOverdueMail } from '#server/features/deciding/action-items/reminders/commands.ts';
import {
  type ItemOfOwner,
  readReminderDays,
  selectItemsOfOwner,
  selectOverdueOf,
} from '#server/features/deciding/action-items/reminders/queries.ts';
import type { WordingOf } from '#server/features/deciding/deciding/notice-mail.ts';
import { findMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { selectRecipient } from '#server/features/members/people/queries.ts';
import { facts, type MailBlock, type MailFact, openButton, paragraph } from '#server/integrations/mail/blocks.ts';
import { actionDroppedMail, actionGivenMail, actionLinkMail } from './action-item/commands.ts';

const choice = 'action-items';

const titleOf = (scope: BoardJobScope, item: Pick<ItemOfOwner, 'title' | 'meeting_title'>): string =>
  canReadByLink(scope) ? item.title : 'One of your action items';

function addressOf(scope: BoardJobScope, context: Context, memberId: string, item: ItemOfOwner): string {
  const base = baseUrlOf(context.config, scope.board.shortname);
  if (!hasLink(scope, item)) return `${base}/actions?board=${scope.board.shortname}`;
  const uid = actionItemUid(context.secrets, { memberId, actionItemId: item.id, generation: item.link_generation });
  return `${base}/action/${uid}`;
}

const hasLink = (scope: BoardJobScope, item: ItemOfOwner): boolean => item.has_link && scope.board.magicLinks !== 'off';

const factsOf = (scope: BoardJobScope, item: Pick<ItemOfOwner, 'due_on' | 'meeting_title'>): readonly MailFact[] => [
  { label: 'Due', value: formatHeadingDay(item.due_on, scope.board.dates) },
  ...(item.meeting_title === null ? [] : [{ label: 'Meeting', value: item.meeting_title }]),
];

const ownLinksNote: MailBlock = {
  kind: 'note',
  text: 'The links in this message are only for you. Please do not share them.',
};

const itemMail = (
  kind: string,
  choice: MailKind['choice'],
  wordingOf: WordingOf<ItemOfOwner, Pick<MailContent, 'subject' | 'preheader'>>,
): MailKind => ({
  kind,
  choice,
  async write(scope, context, job) {
    const { memberId, subjectId } = job;
    const item = await selectItemsOfOwner(scope, memberId).where('item.id', '=', subjectId).executeTakeFirst();
    const wording = item && wordingOf(item, scope, job);
    if (!item || !wording) return null;
    const heading = titleOf(scope, item);
    const notes = canReadByLink(scope) ? item.notes : '';
    return {
      ...toMember(scope, item),
      subject: `${wording.subject}: ${heading}`,
      preheader: wording.preheader,
      heading,
      threadId: `action-item-${item.id}`,
      blocks: [
        facts(factsOf(scope, item)),
        ...(notes === '' ? [] : [paragraph(notes)]),
        ...(item.state === 'dropped' ? [] : [openButton('Update', addressOf(scope, context, memberId, item))]),
        ...(item.state !== 'dropped' && hasLink(scope, item) ? [ownLinksNote] : []),
      ],
    };
  },
});

const given = itemMail(actionGivenMail, choice, (item, { board }) => {
  if (isEnded(item.state)) return null;
  const preheader = `Assigned to you, due on ${formatHeadingDay(item.due_on, board.dates)}.`;
  return { subject: 'Action item', preheader };
});

const dropped = itemMail(actionDroppedMail, choice, (item) => {
  if (item.state !== 'dropped') return null;
  return { subject: 'Dropped', preheader: 'This action item was dropped. You do not need to do anything.' };
});

const renewedLink = itemMail(actionLinkMail, 'required', (item, scope) => {
  if (isEnded(item.state) || !hasLink(scope, item)) return null;
  return { subject: 'New link', preheader: magicMessages.renewed };
});

const due: MailKind = {
  kind: actionsDueMail,
  choice,
  async write(scope, context, { memberId }) {
    const today = todayOf(scope);
    const until = dayAfter(today, Math.max(0, ...(await readReminderDays(scope))));
    const items = (await selectItemsOfOwner(scope, memberId).execute()).filter(
      (item) => !isEnded(item.state) && item.due_on <= until,
    );
    const [first] = items;
    if (first === undefined) return null;
    const late = items.filter((item) => item.due_on < today).length;
    const summary = `${counted(items.length, 'action item')} due${late === 0 ? '' : `, ${late} overdue`}`;
    return {
      ...toMember(scope, first),
      subject: `${summary}: ${scope.board.title}`,
      preheader: `The first is due on ${formatHeadingDay(first.due_on, scope.board.dates)}.`,
      heading: summary,
      blocks: [
        facts(
          items.map((item) => ({
            label: item.due_on < today ? 'Overdue' : 'Due',
            value: [
              { text: titleOf(scope, item), href: addressOf(scope, context, memberId, item), weight: 'strong' },
              `\n${formatHeadingDay(item.due_on, scope.board.dates)}${item.meeting_title === null ? '' : `, ${item.meeting_title}`}`,
            ],
          })),
        ),
        ...(items.some((item) => hasLink(scope, item)) ? [ownLinksNote] : []),
      ],
    };
  },
};

const overdue: MailKind = {
  kind: actionsOverdueMail,
  choice,
  async write(scope, context, { memberId, subjectId }) {
    const meeting = await findMeeting(scope, subjectId);
    if (meeting?.state !== 'published' || meeting.starts_at <= scope.now) return null;
    const person = await selectRecipient(scope, memberId).executeTakeFirst();
    if (!person) return null;
    const today = todayOf(scope);
    const items = await selectOverdueOf(scope, { memberId, meetingId: meeting.id, today }).execute();
    if (items.length === 0) return null;
    const base = baseUrlOf(context.config, scope.board.shortname);
    const summary = `${counted(items.length, 'action item')} overdue`;
    return {
      ...toMember(scope, person),
      subject: `${summary}: ${meeting.title}`,
      preheader: `The meeting is on ${formatHeadingDate(meeting.starts_at, scope.board.dates)}.`,
      heading: summary,
      blocks: [
        facts(
          items.map((item) => ({
            label: formatHeadingDay(item.due_on, scope.board.dates),
            value: [
              canReadByLink(scope) ? item.title : 'An action item',
              ...(item.owner_name === '' ? [] : [`\n${item.owner_name}`]),
            ],
          })),
        ),
        openButton('Open actions', `${base}/actions?board=${scope.board.shortname}`),
      ],
    };
  },
};

export const actionItemMailKinds: readonly MailKind[] = [given, dropped, renewedLink, due, overdue];
