import type { NotificationChoice } from '#domain/mail.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailBlock } from '#server/integrations/mail/blocks.ts';
import type { MailAddress, MailAttachment } from '#server/integrations/mail/message.ts';

/** What a feature says in one message; the design, the sender and the Message-ID are added to it. */
export interface MailContent {
  readonly to: MailAddress;
  readonly subject: string;
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  readonly footer: string;
  readonly attachments?: readonly MailAttachment[];
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
  /** Which of the member's notification choices it belongs to; `required` cannot be switched off. */
  readonly choice: NotificationChoice | 'required';
  readonly write: (scope: BoardJobScope, context: Context, job: MailJob) => Promise<MailContent | null>;
}

/** Whom a message to a user as such is for: no board speaks in it. */
export interface UserMailJob {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly isDisabled: boolean;
  readonly sealed: Readonly<Record<string, string>>;
}

/** A renderer of mail in the installation's own name; such mail is about the account and always required. */
export interface UserMailKind {
  readonly kind: string;
  readonly write: (context: Context, job: UserMailJob) => MailContent | null;
}
