import auditLabels from './audit-labels.json' with { type: 'json' };

export const auditKinds = [
  'meetings',
  'documents',
  'announcements',
  'polls',
  'people',
  'decisions',
  'library',
  'board',
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditKindLabels: Readonly<Record<AuditKind, string>> = {
  meetings: 'Meetings',
  documents: 'Documents',
  announcements: 'Announcements',
  polls: 'Polls',
  people: 'People and groups',
  decisions: 'Decisions',
  library: 'Library',
  board: 'Board and setup',
};

export const subjectKindsOf: Readonly<Record<AuditKind, readonly string[]>> = {
  meetings: ['meeting', 'agenda-item', 'guest'],
  documents: ['document'],
  announcements: ['announcement'],
  polls: ['poll'],
  people: ['member', 'group'],
  decisions: ['deciding', 'body', 'action-item', 'interest', 'motion', 'resolution', 'minutes'],
  library: ['category', 'folder'],
  board: ['board', 'profile-field'],
};

/** The audit log stores these values, so they must not be renamed. */
export type AuditAction = keyof typeof auditLabels;

/** Older versions may have logged actions that have no label now. */
export const auditTextOf = (action: string): string =>
  (auditLabels as Readonly<Record<string, string>>)[action] ?? action;
