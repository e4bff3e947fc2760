import type { AnswerOf } from '#contract/endpoint.ts';
import type { SearchResult, search } from '#contract/search.ts';
import { excerptAround, highlightWords, type WordsToHighlight } from '#domain/find-in-text.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { canSeeAuthor } from '#server/features/homes/announcements/announcement/policy.ts';
import { officesByMember } from '#server/features/members/profile/queries.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import { shownEmail } from '#server/shown-email.ts';
import { countsOf, hasSelected, pageOfOne, pagingOf, peopleFound, type SearchBody } from './policy.ts';
import type { FoundRows } from './queries.ts';
import { wordsToMark } from './terms/queries.ts';

type Answer = AnswerOf<typeof search>;
type Words = readonly WordsToHighlight[];
type RowOf<Type extends 'meetings' | 'announcements' | 'documents'> = NonNullable<FoundRows[Type]>['rows'][number];
type PersonHit = FoundRows['people'][number];

export function presentSearch(
  reader: Reader,
  body: SearchBody,
  { exact, similar }: { readonly exact: FoundRows; readonly similar: FoundRows | null },
): Answer {
  if (similar === null || !hasSelected(countsOf(reader, similar), body)) return presentFound(reader, body, exact);
  return { ...presentFound(reader, body, similar), closeness: 'similar' };
}

function presentFound(reader: Reader, body: SearchBody, found: FoundRows): Answer {
  const { itemType, skip } = body;
  const counts = countsOf(reader, found);
  const words = wordsToMark(found.terms);
  const shown = skip + pageOfOne;
  return {
    counts,
    closeness: 'exact',
    results: [
      ...(found.meetings?.rows ?? []).flatMap(({ meeting, action, motion, resolution, section }) => [
        ...(meeting === null ? [] : [presentMeeting(meeting, words)]),
        ...(action === null ? [] : [presentActionItem(action, words)]),
        ...(motion === null ? [] : [presentMotion(motion, words)]),
        ...(resolution === null ? [] : [presentResolution(resolution, words)]),
        ...(section === null ? [] : [presentMinutes(section, words)]),
      ]),
      ...(found.announcements?.rows ?? []).map((row) => presentAnnouncement(reader, row, words)),
      ...presentPeople(reader, body, found, words),
      ...(found.documents?.rows ?? []).map((row) => presentDocument(row, words)),
    ],
    next: itemType !== 'everything' && shown < counts[itemType] ? shown : null,
  };
}

type MeetingRow = NonNullable<RowOf<'meetings'>['meeting']>;
type SectionRow = NonNullable<RowOf<'meetings'>['section']>;
type ActionRow = NonNullable<RowOf<'meetings'>['action']>;

function presentMeeting(row: MeetingRow, words: Words): SearchResult {
  const texts = [
    { label: 'Location', text: row.location },
    ...row.agenda.map((text) => ({ label: 'Agenda', text })),
    { label: null, text: row.description },
  ];
  return {
    itemType: 'meetings',
    id: row.id,
    title: highlightWords(row.title, words),
    type: row.type,
    state: row.state,
    start: row.starts_at?.toISOString() ?? null,
    excerpt: firstExcerpt(texts, words),
  };
}

function presentActionItem({ id, title, notes, state, due_on, place }: ActionRow, words: Words): SearchResult {
  return {
    itemType: 'action-items',
    id,
    state,
    due_on,
    place,
    title: highlightWords(title, words),
    excerpt: firstExcerpt([{ label: 'Notes', text: notes }], words),
  };
}

const motionTitleMax = 140;

function presentMotion(row: NonNullable<RowOf<'meetings'>['motion']>, words: Words): SearchResult {
  const [first = ''] = row.text.split('\n');
  const title = first.length > motionTitleMax ? `${first.slice(0, motionTitleMax)}…` : first;
  return {
    itemType: 'motions',
    id: row.id,
    state: row.state,
    title: highlightWords(title, words),
    meeting: { id: row.meeting_id, title: row.meeting_title },
    start: row.starts_at?.toISOString() ?? null,
    excerpt: title === row.text ? null : firstExcerpt([{ label: null, text: row.text.slice(title.length) }], words),
  };
}

function presentResolution(row: NonNullable<RowOf<'meetings'>['resolution']>, words: Words): SearchResult {
  return {
    itemType: 'resolutions',
    id: row.id,
    state: row.state,
    number: row.number,
    place: row.place,
    title: highlightWords(row.title, words),
    decided_at: row.decided_at?.toISOString() ?? null,
    excerpt: firstExcerpt([{ label: null, text: row.text }], words),
  };
}

function presentMinutes({ id, meeting_id, title, text, place }: SectionRow, words: Words): SearchResult {
  return {
    itemType: 'minutes',
    id,
    meeting_id,
    place,
    title: highlightWords(title, words),
    excerpt: firstExcerpt([{ label: null, text }], words),
  };
}

function presentAnnouncement(reader: Reader, row: RowOf<'announcements'>, words: Words): SearchResult {
  return {
    itemType: 'announcements',
    id: row.id,
    title: highlightWords(row.title, words),
    state: row.state,
    publish_on: row.publish_on?.toISOString() ?? null,
    author: canSeeAuthor(reader, row) ? row.author_name : null,
    excerpt: firstExcerpt([{ label: null, text: row.body_text }], words),
  };
}

function presentPeople(reader: Reader, body: SearchBody, found: FoundRows, words: Words): readonly SearchResult[] {
  const { skip, most } = pagingOf(body, 'people');
  const people = sortPeople(peopleFound(reader, found)).toSorted((one, other) => other.in_title - one.in_title);
  const offices = officesByMember(found.offices);
  return people.slice(skip, skip + most).map((row) => {
    const name = knownName(row);
    return {
      itemType: 'people',
      id: row.id,
      slug: row.slug,
      img_url: row.img_url,
      status: row.status,
      name,
      title: highlightWords(name, words),
      office: offices.get(row.id) ?? null,
      excerpt: firstExcerpt(textsOf(row), words),
    };
  });
}

function textsOf({ status, email, values }: PersonHit) {
  const texts = values.map(({ name, value }) => ({ label: name, text: value }));
  return status === 'inactive' || email === null ? texts : [...texts, { label: 'Email', text: shownEmail(email) }];
}

function presentDocument(row: RowOf<'documents'>, words: Words): SearchResult {
  const { id, extension, mime_type, is_link, home, pages } = row;
  if (home === null) throw new Error('A visible document must have a place.');
  return {
    itemType: 'documents',
    id,
    extension,
    mime_type,
    is_link,
    title: highlightWords(row.title, words),
    created_at: row.created_at.toISOString(),
    home: presentHome(home),
    home_name: row.home_name,
    pages_found: pages.count,
    pages: pages.shown.map(({ page, text }) => ({ page, text: excerptAround(text, words) ?? [] })),
  };
}

interface LabelledText {
  readonly label: string | null;
  readonly text: string;
}

function firstExcerpt(texts: readonly LabelledText[], words: Words) {
  for (const { label, text } of texts) {
    const excerpt = excerptAround(text, words);
    if (excerpt !== null) return { label, text: excerpt };
  }
  return null;
}
