import type { NotificationChoice } from '#domain/mail.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailBlock } from '#server/integrations/mail/blocks.ts';
import type { MailAddress, MailAttachment } from '#server/integrations/mail/message.ts';

export interface MailContent {
  readonly to: MailAddress;
  readonly subject: string;
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  readonly footer: string;
  readonly attachments?: readonly MailAttachment[];
  readonly threadId?: string;
  readonly replyTo?: MailAddress;
}

export interface MailJob {
  readonly memberId: string;
  readonly subjectId: string;
  readonly sealed: Readonly<Record<string, string>>;
}

/** `write` returns null to drop a message that is no longer needed. */
export interface MailKind {
  readonly kind: string;
  readonly choice: NotificationChoice | 'required';
  readonly write: (scope: BoardJobScope, context: Context, job: MailJob) => Promise<MailContent | null>;
}

/** `subjectId` identifies the recipient, who need not be a member. */
export interface OutsiderMailKind {
  readonly kind: string;
  readonly choice: 'outsider';
  readonly write: (
    scope: BoardJobScope,
    context: Context,
    job: { readonly subjectId: string; readonly queuedAt: Date },
  ) => Promise<MailContent | null>;
}

export interface UserMailJob {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly isDisabled: boolean;
  readonly sealed: Readonly<Record<string, string>>;
}

export interface UserMailKind {
  readonly kind: string;
  readonly write: (context: Context, job: UserMailJob) => MailContent | null;
}
