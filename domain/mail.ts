import mailLabels from './mail-labels.json' with { type: 'json' };

const labels: Readonly<Record<string, string>> = mailLabels;

export const mailLabel = (kind: string): string => labels[kind] ?? kind;

/** Members can turn off these kinds of mail per board. All other mail is required. */
export const notificationChoices = [
  { choice: 'meeting-invitations', label: 'Invitations to meetings' },
  { choice: 'meeting-changes', label: 'Changes to a meeting' },
  { choice: 'announcements', label: 'Announcements' },
  { choice: 'reminders', label: 'Reminders to reply' },
  { choice: 'briefs', label: 'Briefs before meetings' },
  { choice: 'action-items', label: 'Action items' },
  { choice: 'minutes', label: 'Minutes' },
] as const;

export type NotificationChoice = (typeof notificationChoices)[number]['choice'];
