import { type NotificationChoice, notificationChoices } from '#domain/notifications.ts';
import { accountMailKinds } from './account/mail.ts';
import { announcementMailKinds } from './announcements/mail.ts';
import { invitationMailKinds } from './invitations/mail.ts';
import type { MailKind, UserMailKind } from './mail/kinds.ts';
import { dateMailKinds } from './meetings/mail/date-mail.ts';
import { noticeMailKinds } from './meetings/mail/notice-mail.ts';
import { publishedMail, renewedLinkMail } from './meetings/mail/published-mail.ts';
import { scheduleMailKinds } from './meetings/mail/schedule-mail.ts';

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
