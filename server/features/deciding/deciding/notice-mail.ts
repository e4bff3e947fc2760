import type { BoardJobScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailJob, MailKind } from '#server/features/core/mail/ports.ts';
import { toMember } from '#server/features/core/mail/present.ts';
import { facts, type MailFact, openButton, paragraph } from '#server/integrations/mail/blocks.ts';

export interface Notice {
  readonly subject: string;
  readonly text: string;
  readonly facts?: readonly MailFact[];
  /** Paragraphs below the facts. Empty ones are omitted. */
  readonly quotes?: readonly string[];
  readonly button: string;
  /** The address that the button opens, below the app's own. */
  readonly path: string;
}

interface NoticeMail<Found> extends Pick<MailKind, 'kind' | 'choice'> {
  readonly find: (scope: BoardJobScope, job: MailJob) => Promise<Found | undefined>;
  readonly noticeOf: WordingOf<Found, Notice>;
}

/** Returns the wording of a message, or null to drop a message that is no longer needed. */
export type WordingOf<Found, Wording> = (found: Found, scope: BoardJobScope, job: MailJob) => Wording | null;

/** A message with a short text, a few facts and one button. */
export const noticeMail = <Found extends Parameters<typeof toMember>[1]>({
  kind,
  choice,
  find,
  noticeOf,
}: NoticeMail<Found>): MailKind => ({
  kind,
  choice,
  async write(scope, { config }, job) {
    const found = await find(scope, job);
    const notice = found && noticeOf(found, scope, job);
    if (!found || !notice) return null;
    const { shortname, title } = scope.board;
    const quotes = (notice.quotes ?? []).filter((text) => text !== '');
    return {
      ...toMember(scope, found),
      subject: `${notice.subject}, ${title}`,
      preheader: notice.text,
      heading: notice.subject,
      blocks: [
        paragraph(notice.text),
        ...(notice.facts?.length ? [facts(notice.facts)] : []),
        ...quotes.map((text) => paragraph(text)),
        openButton(notice.button, `${baseUrlOf(config, shortname)}/${notice.path}?board=${shortname}`),
      ],
    };
  },
});

export const reasonText = ({ reason }: { readonly reason: string }): string =>
  reason === '' ? '' : `Reason: ${reason}`;
