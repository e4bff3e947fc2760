import { formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import type { MeetingChange } from '#domain/meeting-changes.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailContent } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import type { DatedMeeting } from '#server/features/homes/meetings/base/queries.ts';
import type { MailBlock } from '#server/integrations/mail/blocks.ts';
import { findMailReader, type MailReader } from './queries.ts';

/** What every message about a meeting needs of its reader. */
export interface MailDetails extends MailReader {
  readonly meeting: DatedMeeting;
  readonly date: string;
  readonly times: string;
}

export async function findMailDetails(
  scope: BoardJobScope,
  context: Context,
  of: { readonly meeting: DatedMeeting; readonly memberId: string },
): Promise<MailDetails | null> {
  const { meeting, memberId } = of;
  const reader = await findMailReader(scope, context, { meetingId: meeting.id, memberId });
  if (!reader) return null;
  const { timeZone } = scope.board;
  return {
    ...reader,
    meeting,
    date: formatHeadingDate(meeting.starts_at, timeZone),
    times: formatTimeRange(meeting.starts_at, meeting.ends_at, timeZone),
  };
}

/** What is alike in every message about one meeting; they share a thread. */
export const aboutMeeting = (
  scope: BoardJobScope,
  { to, meeting }: Pick<MailDetails, 'to' | 'meeting'>,
): Pick<MailContent, 'to' | 'heading' | 'footer' | 'threadId'> => ({
  to,
  heading: meeting.title,
  footer: `You get this message because you are a member of ${scope.board.title}.`,
  threadId: `meeting-${meeting.id}`,
});

/** The subject's first words say what happened, so that a list of messages can be read at a glance. */
export function meetingMail(
  scope: BoardJobScope,
  opened: MailDetails,
  said: Pick<MailContent, 'preheader' | 'blocks' | 'attachments'> & { readonly what: string },
): MailContent {
  const { what, ...rest } = said;
  return { ...aboutMeeting(scope, opened), subject: `${what}: ${opened.meeting.title}, ${opened.date}`, ...rest };
}

export const strong = (text: string): MailBlock => ({ kind: 'paragraph', text: [{ text, weight: 'strong' }] });

const headings: Readonly<Record<MeetingChange['kind'], string>> = {
  details: 'Details',
  agenda: 'Agenda',
  documents: 'Documents',
};

/** Where the board's links show no papers, mail does not name them either. */
const namedChanges = (scope: BoardJobScope, changes: readonly MeetingChange[]): readonly MeetingChange[] =>
  canReadByLink(scope) ? changes : changes.filter((change) => change.kind === 'details');

const unnamedWords = 'Agenda or documents have changed. Log in to see them.';

export function changeBlocks(scope: BoardJobScope, changes: readonly MeetingChange[]): readonly MailBlock[] {
  const named = namedChanges(scope, changes);
  const listed = (['details', 'agenda', 'documents'] as const).flatMap((kind) => {
    const items = named.filter((change) => change.kind === kind).map((change) => change.text);
    if (items.length === 0) return [];
    return [{ kind: 'heading', text: headings[kind] } as const, { kind: 'list', order: 'bulleted', items } as const];
  });
  return named.length === changes.length ? listed : [...listed, { kind: 'paragraph', text: unnamedWords }];
}

/** The same on one line, for the inbox. */
export function changeSummary(scope: BoardJobScope, changes: readonly MeetingChange[]): string {
  const named = namedChanges(scope, changes);
  return [...named.map((change) => change.text), ...(named.length === changes.length ? [] : [unnamedWords])]
    .join('. ')
    .slice(0, 200);
}
