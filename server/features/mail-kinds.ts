import { type NotificationChoice, notificationChoices } from '#domain/notifications.ts';
import { accountMailKinds } from './access/account/mail.ts';
import { invitationMailKinds } from './access/invitations/mail.ts';
import type { MailKind, UserMailKind } from './core/mail/kinds.ts';
import { announcementMailKinds } from './homes/announcements/mail.ts';
import { dateMailKinds } from './homes/meetings/mail/date-mail.ts';
import { noticeMailKinds } from './homes/meetings/mail/notice-mail.ts';
import { publishedMail, renewedLinkMail } from './homes/meetings/mail/published-mail.ts';
import { scheduleMailKinds } from './homes/meetings/mail/schedule-mail.ts';

/** Every kind of mail that a board sends. */
export const mailKinds: readonly MailKind[] = [
  ...invitationMailKinds,
  ...announcementMailKinds,
  publishedMail,
  renewedLinkMail,
  ...scheduleMailKinds,
  ...noticeMailKinds,
  ...dateMailKinds,
];

/** Every kind of mail to a user as such. */
export const userMailKinds: readonly UserMailKind[] = accountMailKinds;

/** What a member is asked: a choice that no mail belongs to would be a switch without a lamp. */
export const offeredChoices: readonly NotificationChoice[] = notificationChoices
  .map(({ choice }) => choice)
  .filter((choice) => mailKinds.some((kind) => kind.choice === choice));
