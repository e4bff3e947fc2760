import { longestRise } from './list-positions.ts';
import { pagesText } from './revisions/pages-text.ts';

export const noteCharactersMax = 2_000;

export interface AnnouncedItem {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly presenter: string;
  readonly minutes: number | null;
  readonly description: string;
}

export interface AnnouncedDocument {
  readonly id: string;
  readonly title: string;
  readonly version_id: string | null;
  readonly link_url: string | null;
  readonly agenda_item_id: string | null;
  readonly changed_pages_since?: Readonly<Record<string, readonly number[]>> | null | undefined;
}

export interface AnnouncedMeeting {
  readonly title: string;
  readonly location: string;
  readonly join_url: string;
  readonly description: string;
  readonly items: readonly AnnouncedItem[];
  readonly documents: readonly AnnouncedDocument[];
}

export interface MeetingChange {
  readonly kind: 'details' | 'agenda' | 'documents';
  readonly text: string;
  readonly about?: readonly string[];
  readonly opens?: string;
}

export const changesBesides = (
  changes: readonly MeetingChange[],
  withheld: ReadonlySet<string>,
): readonly MeetingChange[] => changes.filter(({ about = [] }) => !about.some((id) => withheld.has(id)));

export function meetingChanges(before: AnnouncedMeeting, after: AnnouncedMeeting): readonly MeetingChange[] {
  return [
    ...detailsChanges(before, after).map((text) => ({ kind: 'details', text }) as const),
    ...agendaChanges(before.items, after.items).map((change) => ({ kind: 'agenda', ...change }) as const),
    ...documentChanges(before, after).map((change) => ({ kind: 'documents', ...change }) as const),
  ];
}

function detailsChanges(before: AnnouncedMeeting, after: AnnouncedMeeting): readonly string[] {
  const lines: string[] = [];
  if (before.title !== after.title) lines.push(`The meeting is now called ${after.title}`);
  if (before.location !== after.location) {
    lines.push(
      after.location === '' ? `The place is no longer ${before.location}` : `The place is now ${after.location}`,
    );
  }
  if (before.join_url !== after.join_url) {
    lines.push(after.join_url === '' ? 'The join link was removed' : `The join link is now ${after.join_url}`);
  }
  if (before.description !== after.description) {
    lines.push(after.description === '' ? 'The description was removed' : 'The description was changed');
  }
  return lines;
}

const named = (item: AnnouncedItem): string => `${item.number} ${item.title}`;

type ChangeLine = Omit<MeetingChange, 'kind'>;
const lineOf = (text: string, ...about: readonly string[]): ChangeLine => ({ text, about });

function agendaChanges(before: readonly AnnouncedItem[], after: readonly AnnouncedItem[]): readonly ChangeLine[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const present = new Set(after.map((item) => item.id));
  const moved = movedIds(
    before.filter((item) => present.has(item.id)).map((item) => item.id),
    after.filter((item) => known.has(item.id)).map((item) => item.id),
  );
  return [
    ...after.flatMap((item) => {
      const old = known.get(item.id);
      if (old === undefined) return [lineOf(`Added: ${named(item)}`, item.id)];
      const parts = [
        ...(moved.has(item.id) ? ['moved here'] : []),
        ...(old.title === item.title ? [] : [`was ${old.title}`]),
        ...(old.presenter === item.presenter ? [] : ['presenter']),
        ...(old.minutes === item.minutes ? [] : ['time']),
        ...(old.description === item.description ? [] : ['text']),
      ];
      return parts.length === 0 ? [] : [lineOf(`Changed: ${named(item)} (${parts.join(', ')})`, item.id)];
    }),
    ...before.filter((item) => !present.has(item.id)).map((item) => lineOf(`Removed: ${item.title}`, item.id)),
  ];
}

function documentChanges(before: AnnouncedMeeting, after: AnnouncedMeeting): readonly ChangeLine[] {
  const known = new Map(before.documents.map((document) => [document.id, document]));
  const present = new Set(after.documents.map((document) => document.id));
  const items = new Map(after.items.map((item) => [item.id, item]));
  return [
    ...after.documents.flatMap((document) => {
      const old = known.get(document.id);
      const item = document.agenda_item_id === null ? undefined : items.get(document.agenda_item_id);
      const place = item === undefined ? '' : `, under ${named(item)}`;
      const say = (text: string): readonly ChangeLine[] => [
        { ...lineOf(text, document.id, ...(item === undefined ? [] : [item.id])), opens: document.id },
      ];
      if (old === undefined) return say(`Added: ${document.title}${place}`);
      const isReplaced = old.version_id !== document.version_id || old.link_url !== document.link_url;
      if (isReplaced) {
        const pages = document.changed_pages_since?.[old.version_id ?? ''] ?? [];
        const changed = pages.length === 0 ? '' : ` (changed: ${pagesText(pages)})`;
        return say(`Replaced: ${document.title}${place}${changed}`);
      }
      if (old.title !== document.title) return say(`Renamed: ${old.title} is now ${document.title}${place}`);
      return old.agenda_item_id === document.agenda_item_id ? [] : say(`Moved: ${document.title}${place}`);
    }),
    ...before.documents
      .filter((document) => !present.has(document.id))
      .map((document) => lineOf(`Removed: ${document.title}`, document.id)),
  ];
}

function movedIds(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const at = new Map(before.map((id, index) => [id, index]));
  const staying = longestRise(after.map((id) => at.get(id) ?? 0));
  return new Set(after.filter((_, index) => !staying.has(index)));
}
