import type { Context } from '../../context.ts';
import type { BoardJobScope } from '../../db/board-scope.ts';
import type { MailBlock } from '../../integrations/mail/blocks.ts';
import type { MailAddress, MailAttachment } from '../../integrations/mail/message.ts';

/** What a feature says in one message; the design, the sender and the Message-ID are added to it. */
export interface MailContent {
  readonly to: MailAddress;
  readonly subject: string;
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  readonly footer: string;
  readonly attachments?: readonly MailAttachment[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Mails about one thing share a thread. */
  readonly threadId?: string;
}

export interface MailJob {
  readonly memberId: string;
  readonly subjectId: string;
  readonly sealed: Readonly<Record<string, string>>;
}

/** A feature's renderer of one kind. Null: the message has lost its reason (member gone, meeting deleted); it is dropped. */
export interface MailKind {
  readonly kind: string;
  readonly write: (scope: BoardJobScope, context: Context, job: MailJob) => Promise<MailContent | null>;
}
