/** What kinds of mail are called on the delivery page. */
const labels: Readonly<Record<string, string>> = {
  invitation: 'Invitation to the board',
  welcome: 'Welcome',
  announcement: 'Announcement',
  'announcement-link': 'New link to an announcement',
  'meeting-published': 'Invitation to a meeting',
  'meeting-link': 'New link to a meeting',
  'meeting-rescheduled': 'Meeting rescheduled',
  'meeting-cancelled': 'Meeting cancelled',
  'meeting-restored': 'Meeting takes place after all',
  'meeting-changed': 'What changed',
  'meeting-reminder': 'Reminder to reply',
  'find-a-date-asked': 'Find a date',
  'find-a-date-reminder': 'Reminder to answer dates',
  'find-a-date-chosen': 'Date found',
  'security-notice': 'Security notice',
  'password-reset': 'Password reset',
  'confirm-email': 'Confirm an email address',
  'email-taken': 'Email address in use',
};

export const mailLabel = (kind: string): string => labels[kind] ?? kind;

export const mailLabelKinds: readonly string[] = Object.keys(labels);
