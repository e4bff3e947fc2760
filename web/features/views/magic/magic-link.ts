import type { Document } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getMagicMeeting, MagicMeeting } from '#contract/magic.ts';
import { isMissing } from '#web/api/query-client.ts';

/** What a magic link opens: the board's face, the first name of whom it was sent to, and the one meeting. */
export type MagicAnswer = AnswerOf<typeof getMagicMeeting>;

/** `gone`: unknown, mistyped, or withdrawn; none of them is told apart. */
export type MagicLink =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly answer: MagicAnswer };

/** What was shown stays while a later asking fails; but a link that opens nothing any more shows nothing any more. */
export function magicLink(asked: { readonly data: MagicAnswer | undefined; readonly error: unknown }): MagicLink {
  if (isMissing(asked.error)) return { kind: 'gone' };
  if (asked.data !== undefined) return { kind: 'open', answer: asked.data };
  return { kind: asked.error === null ? 'loading' : 'failed' };
}

/** The documents of the meeting and of its items. */
export function sharedDocuments(meeting: Pick<MagicMeeting, 'agenda_items' | 'documents'>): readonly Document[] {
  return [...meeting.agenda_items.flatMap((item) => item.documents), ...meeting.documents];
}
