import type { Operation } from './operations.ts';

const byFolder: Readonly<Record<string, string>> = {
  meetings: 'meetings',
  addtocalendar: 'meetings',
  subscribetocalendar: 'meetings',
  'agenda-items': 'agenda_items',
  documents: 'documents',
  document: 'documents',
  download: 'documents',
  '{home}': 'meetings',
  announcements: 'announcements',
  polls: 'polls',
  categories: 'categories',
  folders: 'folders',
  groups: 'groups',
  people: 'members',
  uploads: 'uploads',
  'profile-fields': 'profile_fields',
  boards: 'boards',
  users: 'users',
  mail: 'mail_messages',
  sessions: 'sessions',
  motions: 'motions',
  votes: 'votes',
  'paper-requests': 'paper_requests',
  'draft-comments': 'draft_comments',
  '{uid}': 'paper_requests',
  // A section of the minutes has the id of its agenda item.
  'minutes-sections': 'agenda_items',
  resolutions: 'written_resolutions',
  'written-resolutions': 'written_resolutions',
};

export function kindOfPath(path: string): string | null {
  const parts = path.split('/');
  const before = parts[parts.indexOf('{id}') - 1];
  return before === undefined ? null : (byFolder[before] ?? null);
}

const byKey: Readonly<Record<string, string>> = {
  board_id: 'boards',
  board: 'boards',
  member_id: 'members',
  member_ids: 'members',
  member: 'members',
  group_id: 'groups',
  group_ids: 'groups',
  group: 'groups',
  groups: 'groups',
  presenter_id: 'members',
  version_id: 'document_versions',
  upload_id: 'uploads',
  guest_id: 'meeting_guests',
  folder: 'folders',
  mover_id: 'members',
  seconder_id: 'members',
  recused_ids: 'members',
  body_id: 'groups',
  comment_id: 'minutes_comments',
  submission_id: 'paper_requests',
  admin: 'profile_fields',
  values: 'profile_fields',
  after: 'audit_entries',
};

const byName: Readonly<Record<string, string>> = {
  'agenda-item': 'agenda_items',
  meeting: 'meetings',
  announcement: 'announcements',
  category: 'categories',
  folder: 'folders',
  document: 'documents',
};

export function kindOfId(key: string, operation: string): string {
  if (/^option_ids?$/.test(key)) return operation.startsWith('polls.') ? 'poll_options' : 'date_options';
  if (key === 'before_id' && operation === 'mail.list') return 'mail_messages';
  if (key === 'before_id' && operation.startsWith('agenda.')) return 'agenda_items';
  if (key === 'before_id' && operation.startsWith('announcements.')) return 'announcements';
  if (key === 'before_id') return operation === 'library.moveCategory' ? 'categories' : 'documents';
  if (key === 'after' && operation === 'resolutions.list') return 'written_resolutions';
  if (key === 'member' && operation === 'profile.saveFields') return 'profile_fields';
  return byKey[key] ?? 'meetings';
}

export function kindAt(key: string, kind: string | null, operation: Operation): string {
  return (kind === null ? undefined : byName[kind]) ?? kindOfId(key, operation.name);
}
