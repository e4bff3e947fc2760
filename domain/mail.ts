const labels: Readonly<Record<string, string>> = {
  invitation: 'Invitation to the board',
  welcome: 'Welcome',
  announcement: 'Announcement',
  'announcement-link': 'New link to an announcement',
  'meeting-published': 'Invitation to a meeting',
  'meeting-preview': 'Preview of an invitation',
  'meeting-link': 'New link to a meeting',
  'meeting-rescheduled': 'Meeting rescheduled',
  'meeting-cancelled': 'Meeting cancelled',
  'meeting-restored': 'Meeting takes place after all',
  'meeting-changed': 'What changed',
  'meeting-reminder': 'Reminder to reply',
  'interests-to-confirm': 'Interests to confirm',
  declaration: 'Interest declared, item withheld or lifted',
  'motion-answered': 'Suggested motion taken up or declined',
  'ballot-entered': 'Ballot entered for somebody',
  'vote-void': 'Vote declared void',
  'resolution-circulated': 'Written resolution circulated',
  'resolution-receipt': 'Receipt for a ballot in writing',
  'resolution-reminder': 'Reminder of a ballot in writing',
  'resolution-decided': 'Written resolution decided',
  'minutes-circulated': 'Minutes circulated',
  'minutes-comments-due': 'Minutes to comment on',
  'minutes-approved': 'Minutes approved',
  'minutes-addendum': 'Addendum to minutes',
  'find-a-date-asked': 'Find a date',
  'find-a-date-reminder': 'Reminder to answer dates',
  'find-a-date-chosen': 'Date found',
  'action-item': 'Action item',
  'action-item-dropped': 'Action item dropped',
  'action-item-link': 'New link to an action item',
  'action-items-due': 'Action items due',
  'action-items-overdue': 'Overdue action items, before a meeting',
  'sign-in-reset': 'Sign-in of a member reset',
  'security-notice': 'Security notice',
  'password-reset': 'Password reset',
  'confirm-email': 'Confirm an email address',
  'email-taken': 'Email address in use',
};

export const mailLabel = (kind: string): string => labels[kind] ?? kind;

export const mailLabelKinds: readonly string[] = Object.keys(labels);

/** Members turn these off per board. Each kind of mail names one or is required (core/mail/ports.ts). */
export const notificationChoices = [
  { choice: 'meeting-invitations', label: 'Invitations to meetings' },
  { choice: 'meeting-changes', label: 'Changes to a meeting' },
  { choice: 'announcements', label: 'Announcements' },
  { choice: 'reminders', label: 'Reminders to reply' },
  { choice: 'action-items', label: 'Action items' },
  { choice: 'minutes', label: 'Minutes' },
] as const;

export type NotificationChoice = (typeof notificationChoices)[number]['choice'];
