import auditLabels from './audit-labels.json' with { type: 'json' };

export const auditKindLabels = {
  meetings: 'Meetings',
  documents: 'Documents',
  announcements: 'Announcements',
  polls: 'Polls',
  people: 'People and groups',
  decisions: 'Decisions',
  library: 'Library',
  board: 'Board and setup',
} as const;
export type AuditKind = keyof typeof auditKindLabels;
export const auditKinds = Object.keys(auditKindLabels) as readonly AuditKind[];

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
