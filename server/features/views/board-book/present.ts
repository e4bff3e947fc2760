import type { BoardBook } from '#contract/board-book.ts';
import { type AgendaPurpose, agendaPurposeLabels, numberAgenda } from '#domain/agenda.ts';
import type { LeftOutReason } from '#domain/board-book.ts';
import { formatHeadingDate, formatTime, formatTimeRange, type Zone } from '#domain/dates.ts';
import { documentView, isConvertible } from '#domain/documents.ts';
import { locationText } from '#domain/rsvp.ts';
import { counted, isolated } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import type { listAgendaItems, MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { logoKeyOf } from '#server/features/members/pictures/present.ts';
import { downloadHeaders } from '#server/features/papers/documents/openings/present.ts';
import type { DocumentRow } from '#server/features/papers/documents/queries.ts';
import type { BookPlan } from '#server/integrations/pdf/book/plan.ts';

export function presentBook(book: BookRow | null, { fingerprint, papers, hasMarks }: BookContents): BoardBook {
  const shown = book?.fingerprint === fingerprint ? book : null;
  const titles = new Map(papers.map(({ document }) => [document.id, document.title]));
  return {
    state: shown?.state ?? 'none',
    paper_count: papers.length,
    papers_done: shown?.papers_done ?? 0,
    page_count: shown?.page_count ?? null,
    byte_size: shown?.byte_size ?? null,
    made_at: shown?.made_at?.toISOString() ?? null,
    left_out: (shown?.left_out ?? []).map(({ id, why }) => ({ id, title: titles.get(id) ?? '', why })),
    has_annotations: hasMarks,
  };
}

export function bookFile(
  { storage }: Pick<Context, 'storage'>,
  { storage_key: key, byte_size: byteSize }: BookRow,
  name: { readonly title: string; readonly plainName: string },
) {
  if (key === null || byteSize === null) throw notFound();
  return {
    kind: 'bytes',
    byteSize,
    headers: { ...downloadHeaders({ ...name, extension: 'pdf' }), 'cache-control': 'no-store' },
    open: (range: Parameters<typeof storage.open>[1]) => storage.openForResponse(key, range),
  } as const;
}

export function presentCopy(book: BookRow | null, contents: BookContents): BoardBook {
  const left_out = contents.papers.flatMap(({ document: { id, title }, pages }) =>
    pages.kind === 'left-out' ? [{ id, title, why: pages.why }] : [],
  );
  const shown = presentBook(book, contents);
  return left_out.length === 0 ? shown : { ...shown, state: 'failed', left_out };
}

export function composeBook(given: {
  readonly board: Pick<BoardScope['board'], 'title' | 'primaryColor' | 'logoUrl' | 'dates' | 'paperSize'>;
  readonly meeting: MeetingRow | null;
  readonly items: Awaited<ReturnType<typeof listAgendaItems>>;
  readonly documents: readonly DocumentRow[];
  readonly files: ReadonlyMap<string, VersionFiles>;
  readonly withAnnotations: boolean;
}): Pick<BookContents, 'frame' | 'papers'> {
  const { board, meeting, items, documents, files, withAnnotations } = given;
  const byItem = Map.groupBy(documents, (document) => document.agenda_item_id);
  const papers: BookPaper[] = [];
  const entries: BookPlan['entries'][number][] = [];
  const add = (found: readonly DocumentRow[] | undefined, label: string): void => {
    for (const document of found ?? []) {
      entries.push({ kind: 'paper', paper: papers.length });
      papers.push({ document, label, pages: pagesOf(document, files, withAnnotations) });
    }
  };
  for (const { item, number, startsAt } of numberAgenda(
    items,
    meeting?.finds_date ? null : (meeting?.starts_at ?? null),
  )) {
    entries.push({
      kind: 'item',
      depth: [...number].filter((letter) => letter === '.').length,
      number,
      time: startsAt === null ? '' : formatTime(startsAt, board.dates),
      title: item.title,
      about: aboutItem(item),
      text: item.description,
    });
    add(byItem.get(item.id), number);
  }
  const loose = byItem.get(null) ?? [];
  if (loose.length > 0) {
    entries.push({ kind: 'item', depth: 0, number: '', time: '', title: 'Meeting documents', about: '', text: '' });
    add(loose, '');
  }
  const frame = {
    board: board.title,
    colour: board.primaryColor,
    paper: board.paperSize,
    logo: logoKeyOf(board.logoUrl),
    title: meeting?.title ?? documents[0]?.title ?? '',
    facts: meeting === null ? [] : factsOf(meeting, board.dates),
    entries,
  };
  return { frame, papers };
}

function pagesOf(
  document: DocumentRow,
  files: ReadonlyMap<string, VersionFiles>,
  withAnnotations: boolean,
): BookPaper['pages'] {
  if (document.is_link) return { kind: 'link', url: document.link_url ?? '' };
  const file = files.get(document.version_id ?? '');
  if (!file) return { kind: 'left-out', why: 'unreadable' };
  const marksRevision = withAnnotations ? file.revision : null;
  const view = documentView(document, 'pdfjs');
  if (view === 'pdf') return { kind: 'pdf', key: file.storage_key, marksRevision };
  if (view === 'image') return { kind: 'picture', key: file.storage_key, marksRevision };
  if (!isConvertible(document.mime_type)) return { kind: 'left-out', why: 'kind' };
  if (file.preview_key !== null) return { kind: 'pdf', key: file.preview_key, marksRevision: null };
  return { kind: 'left-out', why: document.preview_state === 'waiting' ? 'waiting' : 'unconverted' };
}

function aboutItem(item: {
  readonly presenter: string;
  readonly presenter_name: string | null;
  readonly purpose: AgendaPurpose | null;
  readonly minutes: number | null;
}): string {
  const parts = [
    isolated(item.presenter_name ?? item.presenter),
    item.purpose === null ? '' : agendaPurposeLabels[item.purpose],
    item.minutes === null || item.minutes === 0 ? '' : counted(item.minutes, 'minute'),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function factsOf(meeting: MeetingRow, timeZone: Zone): readonly string[] {
  const { starts_at: start, ends_at: end } = meeting;
  const times = meeting.finds_date
    ? ['No date has been picked yet']
    : start === null || end === null
      ? ['No date yet']
      : [formatHeadingDate(start, timeZone), formatTimeRange(start, end, timeZone)];
  const states = { draft: ['Draft'], 'finding-date': [], published: [], cancelled: ['Cancelled'] };
  return [...times, locationText(meeting), ...states[meeting.state]];
}

export interface BookPaper {
  readonly document: DocumentRow;
  readonly label: string;
  readonly pages:
    | { readonly kind: 'pdf' | 'picture'; readonly key: string; readonly marksRevision: number | null }
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'left-out'; readonly why: LeftOutReason };
}

export interface BookContents {
  readonly frame: Pick<BookPlan, 'board' | 'colour' | 'paper' | 'logo' | 'title' | 'facts' | 'entries'>;
  readonly papers: readonly BookPaper[];
  readonly fingerprint: string;
  readonly hasMarks: boolean;
}

export interface VersionFiles {
  readonly storage_key: string;
  readonly preview_key: string | null;
  readonly revision: number | null;
}

export interface BookRow {
  readonly id: string;
  readonly fingerprint: string;
  readonly state: 'waiting' | 'made' | 'failed';
  readonly papers_done: number;
  readonly requested_at: Date;
  readonly storage_key: string | null;
  readonly byte_size: number | null;
  readonly page_count: number | null;
  readonly left_out: readonly { readonly id: string; readonly why: LeftOutReason }[];
  readonly made_at: Date | null;
}
