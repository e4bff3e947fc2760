import { announcementLabels, magicMessages } from '#domain/messages/announcements.ts';
import { inlineToPlainText, type RichBlock, type RichInline, richTextToPlainText } from '#domain/rich-text.ts';
import { counted } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailContent, MailJob, MailKind } from '#server/features/core/mail/ports.ts';
import { toMember } from '#server/features/core/mail/present.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { announcementUid } from '#server/features/core/secret-addresses/present.ts';
import { selectDocumentsOfAnnouncement } from '#server/features/papers/documents/queries.ts';
import {
  type MailBlock,
  type MailRun,
  type MailText,
  note,
  openButton,
  paragraph,
} from '#server/integrations/mail/blocks.ts';
import { announcementLinkMail } from './announcement/commands.ts';
import { canSeeAuthor } from './announcement/policy.ts';
import { type AnnouncementRow, findAnnouncement } from './announcement/queries.ts';
import { excerptOf } from './present.ts';
import { announcementMail } from './readers/commands.ts';
import { findRecipient } from './readers/queries.ts';

function blocksOf(block: RichBlock): readonly MailBlock[] {
  switch (block.type) {
    case 'paragraph':
      return block.content === undefined ? [] : [paragraph(runsOf(block.content))];
    case 'heading':
      return block.content === undefined ? [] : [{ kind: 'heading', text: inlineToPlainText(block.content) }];
    case 'blockquote':
      return [{ kind: 'quote', text: richTextToPlainText({ type: 'doc', content: block.content }) }];
    case 'bulletList':
    case 'orderedList': {
      const start = block.type === 'bulletList' ? null : block.attrs.start;
      return [{ kind: 'list', start, items: block.content.map((item) => itemText(item.content)) }];
    }
  }
}

function itemText(blocks: readonly RichBlock[]): MailText {
  return blocks.flatMap((block, nth): readonly MailRun[] => {
    const onNewLine: readonly MailRun[] = nth === 0 ? [] : [{ text: '\n' }];
    if (block.type === 'paragraph' || block.type === 'heading') return [...onNewLine, ...runsOf(block.content ?? [])];
    const words = richTextToPlainText({ type: 'doc', content: [block] });
    return [...onNewLine, { text: `– ${words.replaceAll('\n', '\n– ')}` }];
  });
}

function runsOf(content: readonly RichInline[]): readonly MailRun[] {
  return content.map((inline): MailRun => {
    if (inline.type === 'hardBreak') return { text: '\n' };
    const { text, marks = [] } = inline;
    const link = marks.find((mark) => mark.type === 'link');
    return {
      text,
      ...(link === undefined ? {} : { href: link.attrs.href }),
      ...(marks.some((mark) => mark.type === 'bold') ? { weight: 'strong' as const } : {}),
      ...(marks.some((mark) => mark.type === 'italic') ? { style: 'emphasis' as const } : {}),
    };
  });
}

export const announcementMailKinds: readonly MailKind[] = [
  {
    kind: announcementMail,
    choice: 'announcements',
    write: (scope, context, job) => writeAnnouncement(scope, context, job, { isRenewed: false }),
  },
  {
    kind: announcementLinkMail,
    choice: 'required',
    write: (scope, context, job) => writeAnnouncement(scope, context, job, { isRenewed: true }),
  },
];

async function writeAnnouncement(
  scope: BoardJobScope,
  context: Context,
  job: MailJob,
  { isRenewed }: { readonly isRenewed: boolean },
): Promise<MailContent | null> {
  const item = await findAnnouncement(scope, job.subjectId);
  if (item?.state !== 'published') return null;
  const reader = await findRecipient(scope, { announcementId: item.id, memberId: job.memberId });
  if (!reader) return null;
  const base = baseUrlOf(context.config, scope.board.shortname);
  const isReadable = canReadByLink(scope);
  const member = { id: job.memberId, isBoardAdmin: reader.is_board_admin };
  const author = canSeeAuthor({ board: scope.board, member, via: { kind: 'session' } }, item) ? item.author_name : null;
  const hasLink = reader.has_link && scope.board.magicLinks !== 'off';
  if (isRenewed && !hasLink) return null;
  const { link_generation: generation } = reader;
  const uid = announcementUid(context.secrets, { memberId: job.memberId, announcementId: item.id, generation });
  const href = hasLink
    ? `${base}/announcement/${uid}`
    : `${base}/announcements/${item.id}?board=${scope.board.shortname}`;
  return {
    ...toMember(scope, reader),
    subject: isRenewed ? `New link: ${item.title}` : item.title,
    preheader: isRenewed
      ? magicMessages.renewed
      : isReadable
        ? excerptOf(item.body_text)
        : `An announcement from ${scope.board.title}.`,
    heading: item.title,
    blocks: [
      ...(isRenewed ? [renewedWords] : []),
      ...(author === null ? [] : [paragraph(`From ${author}`)]),
      ...(isReadable ? item.body.content.flatMap(blocksOf) : [logInToRead]),
      ...(isReadable ? await paperBlocks(scope, item) : []),
      openButton(announcementLabels.viewAnnouncement, href),
      ...(hasLink ? [privateLinkNote] : []),
    ],
    threadId: `announcement-${item.id}`,
  };
}

const renewedWords = paragraph([{ text: magicMessages.renewed, weight: 'strong' }]);
const logInToRead = paragraph('This board shows its papers only to members who have logged in.');
const privateLinkNote = note('The link in this message is only for you. Please do not share it.');

async function paperBlocks(scope: BoardJobScope, item: AnnouncementRow): Promise<readonly MailBlock[]> {
  const documents = await selectDocumentsOfAnnouncement(scope, item.id).execute();
  if (documents.length === 0) return [];
  return [
    { kind: 'heading', text: counted(documents.length, 'document') },
    { kind: 'list', start: null, items: documents.map((document) => document.title) },
  ];
}
