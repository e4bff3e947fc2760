import { formatHeadingDate, formatHeadingDay } from '#domain/dates.ts';
import { isPaperDue, paperStateOf } from '#domain/paper-requests.ts';
import { counted } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, todayOf } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailContent, OutsiderMailKind } from '#server/features/core/mail/ports.ts';
import { paperUid } from '#server/features/core/secret-addresses/present.ts';
import { facts, type MailBlock, note, openButton, paragraph } from '#server/integrations/mail/blocks.ts';
import {
  paperLinkMail,
  papersAskedMail,
  papersDueMail,
  papersEndedMail,
  papersSentBackMail,
} from './paper/commands.ts';
import type { PaperRow } from './paper/queries.ts';
import { type MailedPapers, readMailedPapers } from './queries.ts';

interface Letter {
  readonly kind: string;
  /** Whether the message lists the paper. A message that would list no papers is not sent. */
  readonly lists: (paper: PaperRow, queuedAt: Date) => boolean;
  readonly subject: (papers: string, meeting: string) => string;
  readonly text: (asker: string, papers: string) => string;
  readonly hasLink: boolean;
}

const isOpen = (paper: PaperRow): boolean => paper.ended_at === null;
const isOwed = (paper: PaperRow): boolean => isOpen(paper) && isPaperDue(paperStateOf(paper));

const letters: readonly Letter[] = [
  {
    kind: papersAskedMail,
    lists: isOwed,
    subject: (papers, meeting) => `Please send ${papers}: ${meeting}`,
    text: (asker, papers) => `${asker} has asked you for ${papers}.`,
    hasLink: true,
  },
  {
    kind: papersDueMail,
    lists: isOwed,
    subject: (papers, meeting) => `Reminder: ${papers} due for ${meeting}`,
    text: (asker, papers) => `${asker} is waiting for ${papers}.`,
    hasLink: true,
  },
  {
    kind: papersSentBackMail,
    lists: (paper) => isOpen(paper) && paper.sent_back_at !== null && !paper.is_waiting,
    subject: (papers, meeting) => `Please revise ${papers}: ${meeting}`,
    text: (asker, papers) => `${asker} has sent back ${papers}. Please send a revised version.`,
    hasLink: true,
  },
  {
    kind: paperLinkMail,
    lists: isOpen,
    subject: (papers, meeting) => `New link for ${papers}: ${meeting}`,
    text: () => 'Use this link from now on. The earlier one no longer works.',
    hasLink: true,
  },
  {
    kind: papersEndedMail,
    lists: ({ ended_at, accepted_at, declined_at }, queuedAt) =>
      ended_at?.getTime() === queuedAt.getTime() && accepted_at === null && declined_at === null,
    subject: (papers, meeting) => `No longer needed: ${papers} for ${meeting}`,
    text: (_asker, papers) => `You no longer need to send ${papers}. Thank you for your work on it.`,
    hasLink: false,
  },
];

export const paperMailKinds: readonly OutsiderMailKind[] = letters.map((letter) => ({
  kind: letter.kind,
  choice: 'outsider',
  async write(scope, context, { subjectId, queuedAt }) {
    const mailed = await readMailedPapers(scope, subjectId);
    const papers = mailed?.papers.filter((paper) => letter.lists(paper, queuedAt)) ?? [];
    const [first] = papers;
    if (mailed === null || first === undefined || (letter.hasLink && !mailed.hasLink)) return null;
    return contentOf(scope, context, {
      letter,
      mailed,
      papers,
      asker: mailed.askers.get(first.asked_by ?? '') ?? null,
    });
  },
}));

function contentOf(
  scope: BoardJobScope,
  context: Context,
  given: {
    readonly letter: Letter;
    readonly mailed: MailedPapers;
    readonly papers: readonly PaperRow[];
    readonly asker: { readonly name: string; readonly address: string } | null;
  },
): MailContent {
  const { letter, mailed, papers, asker } = given;
  const { author, meeting } = mailed;
  const many = counted(papers.length, 'paper');
  const text = letter.text(asker?.name ?? scope.board.title, many);
  const hasDay = letter.hasLink && meeting.starts_at !== null;
  const when = hasDay ? ` The meeting is on ${formatHeadingDate(meeting.starts_at, scope.board.dates)}.` : '';
  const uid = paperUid(context.secrets, { authorId: author.id, generation: author.generation });
  const href = `${baseUrlOf(context.config, scope.board.shortname)}/paper/${uid}`;
  return {
    to: { name: author.name, address: author.address },
    ...(asker === null ? {} : { replyTo: asker }),
    subject: letter.subject(many, meeting.title),
    preheader: text,
    heading: meeting.title,
    threadId: `papers-${author.id}`,
    blocks: [
      paragraph(`${text}${when}`),
      facts(papers.map((paper) => factOf(scope, paper, letter))),
      ...(letter.hasLink ? linkBlocks(href) : []),
    ],
    footer: asker
      ? `You are receiving this message because ${asker.name} of ${scope.board.title} asked you for a paper. Replies go to ${asker.name}.`
      : `You are receiving this message because ${scope.board.title} asked you for a paper.`,
  };
}

function factOf(scope: BoardJobScope, paper: PaperRow, { hasLink }: Letter) {
  const due = formatHeadingDay(paper.due_on, scope.board.dates);
  const label = !hasLink ? 'Paper' : paper.due_on < todayOf(scope) ? `Was due ${due}` : `Due ${due}`;
  const sentBack = paper.sent_back_at === null || !hasLink ? '' : paper.sent_back_reason;
  const lines = [paper.item_title ?? '', paper.note, sentBack === '' ? '' : `Sent back: ${sentBack}`];
  const rest = lines.filter((line) => line !== '' && line !== paper.title).map((line) => `\n${line}`);
  return { label, value: [{ text: paper.title, weight: 'strong' } as const, ...rest] };
}

const linkBlocks = (href: string): readonly MailBlock[] => [
  openButton('Send a paper', href),
  note(
    'This link is only for you and works without an account. You can also use it to ask for more time, or to say that you are not the right person.',
  ),
];
