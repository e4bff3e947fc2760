import type { Operation } from './operations.ts';
import { kinds } from './things.ts';

/** These folders, keys and kinds of homes are not named like their table. */
const otherNames: Readonly<Record<string, string>> = {
  addtocalendar: 'meetings',
  subscribetocalendar: 'meetings',
  '{home}': 'meetings',
  download: 'documents',
  people: 'members',
  mail: 'mail_messages',
  '{uid}': 'paper_requests',
  // A section of the minutes has the id of its agenda item.
  'minutes-sections': 'agenda_items',
  resolutions: 'written_resolutions',
  presenter: 'members',
  version: 'document_versions',
  guest: 'meeting_guests',
  mover: 'members',
  seconder: 'members',
  recused: 'members',
  body: 'groups',
  comment: 'minutes_comments',
  submission: 'paper_requests',
  admin: 'profile_fields',
  values: 'profile_fields',
  after: 'audit_entries',
};

function kindNamed(name: string): string | null {
  const word = name.replace(/_ids?$/, '').replaceAll('-', '_');
  const named = [word, `${word}s`, word.replace(/y$/, 'ies')].find((each) => kinds.has(each));
  return otherNames[name] ?? otherNames[word] ?? named ?? null;
}

export function kindOfPath(path: string): string | null {
  const parts = path.split('/');
  const before = parts[parts.indexOf('{id}') - 1];
  return before === undefined ? null : kindNamed(before);
}

export function kindOfId(key: string, operation: string): string {
  if (/^option_ids?$/.test(key)) return operation.startsWith('polls.') ? 'poll_options' : 'date_options';
  if (key === 'before_id' && operation === 'mail.list') return 'mail_messages';
  if (key === 'before_id' && operation.startsWith('agenda.')) return 'agenda_items';
  if (key === 'before_id' && operation.startsWith('announcements.')) return 'announcements';
  if (key === 'before_id') return operation === 'library.moveCategory' ? 'categories' : 'documents';
  if (key === 'after' && operation === 'resolutions.list') return 'written_resolutions';
  if (key === 'member' && operation === 'profile.saveFields') return 'profile_fields';
  return kindNamed(key) ?? 'meetings';
}

export function kindAt(key: string, kind: string | null, operation: Operation): string {
  return (kind === null ? null : kindNamed(kind)) ?? kindOfId(key, operation.name);
}
