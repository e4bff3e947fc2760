import { formatHeadingDay } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { findInvitee, findMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import {
  documentAddress,
  factsOf,
  meetingMail,
  replyButtons,
  viewBlocks,
} from '#server/features/homes/meetings/messages/present.ts';
import { findMailDetails, type MailLinks } from '#server/features/homes/meetings/messages/queries.ts';
import { facts, type MailBlock, type MailText, paragraph } from '#server/integrations/mail/blocks.ts';
import { meetingBriefMail } from './commands.ts';
import { type Brief, readBrief } from './queries.ts';

const brief: MailKind = {
  kind: meetingBriefMail,
  choice: 'briefs',
  async write(scope, context, { memberId, subjectId: meetingId }) {
    const meeting = await findMeeting(scope, meetingId);
    if (meeting?.state !== 'published' || meeting.starts_at <= scope.now) return null;
    const invitee = await findInvitee(scope, { meetingId, memberId });
    const details = await findMailDetails(scope, context, { meeting, memberId });
    if (!invitee || !details) return null;
    const content = await readBrief(scope, { meetingId, memberId });
    const isSilent = invitee.acceptance === 'none' && invitee.attendance !== false;
    return meetingMail(scope, details, {
      what: 'Brief',
      preheader: countsOf(content).join(', '),
      blocks: [
        facts(factsOf(meeting, scope.board.dates)),
        ...(isSilent ? replyButtons(meeting, details.links) : []),
        ...(canReadByLink(scope) ? namedBlocks(scope, content, details.links) : countBlocks(content)),
        ...viewBlocks(details.links),
      ],
    });
  },
};

function namedBlocks(
  { board }: BoardJobScope,
  { unopened, changed, decisions, actions }: Brief,
  links: MailLinks,
): readonly MailBlock[] {
  const linked = ({ id, title }: Brief['unopened'][number]) => [{ text: title, href: documentAddress(links, id) }];
  return [
    ...section('Papers you have not opened', unopened.map(linked)),
    ...section('Papers that changed after you opened them', changed.map(linked)),
    ...section('You will be asked to decide', decisions),
    ...section(
      'Your action items',
      actions.map(({ title, due_on: due }) => `${title}, due ${formatHeadingDay(due, board.dates)}`),
    ),
  ];
}

const section = (title: string, items: readonly MailText[]): readonly MailBlock[] =>
  items.length === 0
    ? []
    : [
        { kind: 'heading', text: title },
        { kind: 'list', start: null, items },
      ];

const countBlocks = (content: Brief): readonly MailBlock[] => [
  { kind: 'list', start: null, items: countsOf(content) },
  paragraph('Log in to see them.'),
];

function countsOf({ unopened, changed, decisions, actions }: Brief): readonly string[] {
  return [
    `${counted(unopened.length, 'paper')} not opened yet`,
    `${counted(changed.length, 'paper')} changed after you opened ${changed.length === 1 ? 'it' : 'them'}`,
    `${counted(decisions.length, 'item')} to decide`,
    `${counted(actions.length, 'open action item')} for you`,
  ].filter((words) => !words.startsWith('0 '));
}

export const briefMailKinds: readonly MailKind[] = [brief];
