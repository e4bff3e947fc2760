import type { Actor } from './actors.ts';
import { annotationFiles } from './annotation-files.ts';
import { searchedWords } from './filling/words.ts';
import {
  leanAnnouncement,
  leanAnswer,
  leanDashboard,
  leanDocument,
  leanFeed,
  leanFolder,
  leanMeeting,
  leanPeople,
  leanStart,
} from './lean.ts';
import { type Call, revisionPlace } from './load/messages.ts';

export interface Case {
  readonly name: string;
  readonly key: string;
  /**
   * `many`: members of ordinary boards. `large`: members of the board with 10,000 documents. `files`: members of boards
   * whose files exist in storage.
   */
  readonly of: 'many' | 'large' | 'files';
  readonly calls: (actor: Actor, nth: number) => readonly Call[];
  readonly lean?: { readonly text: string; readonly values: (actor: Actor, call: number) => readonly unknown[] };
  readonly writes?: true;
  /** Calls per second in the steady run. Defaults to 100. */
  readonly steadyRate?: number;
}

const json = { 'content-type': 'application/json' } as const;
const [common, usual, rare, seldom] = searchedWords;
const searches = [common, usual, rare, seldom, `${usual} ${rare}`, 'finan'];

const get =
  (path: (actor: Actor) => string, headers: Readonly<Record<string, string>> = {}) =>
  (actor: Actor): readonly Call[] => [{ method: 'GET', path: path(actor), headers: { ...actor.headers, ...headers } }];

const search =
  (words: readonly string[]) =>
  (actor: Actor, nth: number): readonly Call[] =>
    words.map((_, at) => ({
      method: 'POST',
      path: '/search',
      headers: { ...actor.headers, ...json },
      body: JSON.stringify({ itemType: 'everything', searchString: words[(nth + at) % words.length] }),
    }));

const openFolder = get(({ categoryId, folderId }) => `/ajax/library/categories/${categoryId}?folder=${folderId}`);

const leanOpenFolder = {
  text: leanFolder,
  values: ({ categoryId, folderId }: Actor) => [categoryId, folderId],
};

const leanStartPage = {
  text: `select (${leanStart.replaceAll('$1', '$2')}) || (${leanDashboard}) as body`,
  values: ({ boardId, memberId }: Actor) => [boardId, memberId],
};

export const cases: readonly Case[] = [
  {
    name: 'start page with its dashboard',
    key: 'start',
    of: 'many',
    calls: get(() => '/home', { accept: 'text/html' }),
    lean: leanStartPage,
  },
  {
    name: 'dashboard',
    key: 'dashboard',
    of: 'many',
    calls: get(() => '/ajax/dashboard'),
    lean: { text: leanDashboard, values: ({ boardId, memberId }) => [boardId, memberId] },
  },
  {
    name: 'meeting',
    key: 'meeting',
    of: 'many',
    calls: get(({ meetingId }) => `/ajax/meetings/${meetingId}`),
    lean: { text: leanMeeting, values: ({ meetingId, memberId }) => [meetingId, memberId] },
  },
  {
    name: 'announcement',
    key: 'announcement',
    of: 'many',
    calls: get(({ announcementId }) => `/ajax/announcements/${announcementId}`),
    lean: { text: leanAnnouncement, values: ({ announcementId, memberId }) => [announcementId, memberId] },
  },
  {
    name: 'people',
    key: 'people',
    of: 'many',
    calls: get(() => '/ajax/people'),
    lean: { text: leanPeople, values: ({ boardId }) => [boardId] },
  },
  { name: 'library folder, 60 papers', key: 'library', of: 'many', calls: openFolder, lean: leanOpenFolder },
  { name: 'library folder, 5,000 papers', key: 'library-large', of: 'large', calls: openFolder, lean: leanOpenFolder },
  { name: 'search, 450 papers', key: 'search', of: 'many', calls: search(searches) },
  { name: 'search, 10,000 papers', key: 'search-large', of: 'large', calls: search(searches), steadyRate: 10 },
  {
    name: 'a phrase, 10,000 papers',
    key: 'phrase',
    of: 'large',
    calls: search(['"quarterly report"']),
    steadyRate: 10,
  },
  {
    name: 'attendance report, all meetings',
    key: 'attendance-report',
    of: 'files',
    calls: get(() => '/ajax/reports/attendance'),
  },
  {
    name: 'documents report, all papers',
    key: 'documents-report',
    of: 'files',
    calls: get(() => '/ajax/reports/documents'),
  },
  {
    name: 'moving an agenda item',
    key: 'agenda',
    of: 'files',
    writes: true,
    // Moves each item to the end in turn, so that every call writes.
    calls: ({ comingItemIds, headers }) =>
      comingItemIds.map((id) => ({
        method: 'POST',
        path: `/ajax/agenda-items/${id}/move`,
        headers: { ...headers, ...json },
        body: '{"before_id":null,"depth":0}',
      })),
  },
  {
    name: 'RSVP',
    key: 'rsvp',
    of: 'many',
    writes: true,
    calls: ({ comingMeetingId, headers }) =>
      ['p', 'n'].map((letter) => ({
        method: 'POST',
        path: `/attendance/${comingMeetingId}/${letter}`,
        headers: { ...headers, ...json },
        body: '{}',
      })),
    lean: {
      text: leanAnswer,
      values: ({ boardId, memberId, comingMeetingId }, call) => [
        boardId,
        comingMeetingId,
        memberId,
        call === 0 ? 'accepted-in-person' : 'declined',
      ],
    },
  },
  {
    name: 'annotation save, 60 KB',
    key: 'annotations',
    of: 'many',
    writes: true,
    calls: ({ documentId, versionId, headers }) => [
      {
        method: 'POST',
        path: `/ajax/documents/${documentId}/annotations`,
        headers: { ...headers, ...json },
        body: `{"annotations":${JSON.stringify(annotationFiles.get('highlights'))},"version_id":"${versionId}",${revisionPlace}}`,
      },
    ],
  },
  {
    name: 'document',
    key: 'document',
    of: 'many',
    calls: get(({ documentId }) => `/ajax/documents/${documentId}`),
    lean: { text: leanDocument, values: ({ documentId, memberId }) => [documentId, memberId] },
  },
  { name: 'download, 10 MB', key: 'download', of: 'files', calls: get(({ download }) => `/download/${download?.id}`) },
  {
    name: 'calendar feed',
    key: 'feed',
    of: 'many',
    // Calendar programs send no cookie.
    calls: ({ feedPath }) => [{ method: 'GET', path: feedPath, headers: {} }],
    lean: { text: leanFeed, values: ({ memberId }) => [memberId] },
  },
];
