/**
 * What a member may choose not to get by mail, board by board. Every kind of mail names one of these or says that it is
 * required (server/features/core/mail/kinds.ts); the account shows those that some mail belongs to.
 */
export const notificationChoices = [
  { choice: 'meeting-invitations', label: 'Invitations to meetings' },
  { choice: 'meeting-changes', label: 'Changes to a meeting' },
  { choice: 'new-documents', label: 'New documents' },
  { choice: 'announcements', label: 'Announcements' },
  { choice: 'dates', label: 'Finding a date' },
  { choice: 'polls', label: 'Polls' },
  { choice: 'reminders', label: 'Reminders to reply' },
] as const;

export type NotificationChoice = (typeof notificationChoices)[number]['choice'];
