import type { Board } from '../contract/start.ts';

/** Every in-app address (specification, section 2). `document` is the id of the document that is open over the page. */
interface Open {
  readonly document?: string;
}

function address(path: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) parts.set(name, value);
  return parts.size === 0 ? path : `${path}?${parts}`;
}

const part = encodeURIComponent;

export const paths = {
  dashboard: () => '/home',

  meetings: (open: Open & { readonly year?: number } = {}) =>
    address('/meetings', { year: open.year?.toString(), document: open.document }),
  meetingCreate: () => '/meetings/create',
  meeting: (id: string, open: Open = {}) => address(`/meetings/${part(id)}`, { document: open.document }),
  meetingEdit: (id: string) => `/meetings/edit/${part(id)}`,

  announcements: () => '/announcements',
  announcementCreate: () => '/announcements/create',
  announcement: (id: string, open: Open = {}) => address(`/announcements/${part(id)}`, { document: open.document }),
  announcementEdit: (id: string) => `/announcements/edit/${part(id)}`,

  people: () => '/people',
  personCreate: () => '/people/create',
  person: (slug: string) => `/people/${part(slug)}`,
  personEdit: (slug: string) => `/people/edit/${part(slug)}`,

  library: () => '/library',
  libraryCategory: (id: string, open: Open = {}) =>
    address(`/library/section/${part(id)}`, { document: open.document }),
  search: (asked: { readonly itemType: string; readonly searchString: string }) => address('/search', asked),

  adminGroups: () => '/admin/groups',
  adminGroupCreate: () => '/admin/groups/create',
  adminGroupEdit: (id: string) => `/admin/groups/edit/${part(id)}`,
  adminReports: () => '/admin/reports',
  adminProfile: () => '/admin/profile',
  adminSetup: () => '/admin/setup',
  siteAdminBoards: () => '/admin/site/boards',
  siteAdminUsers: () => '/admin/site/users',

  account: () => '/account',
  login: (next?: string) => address('/login', { next }),
  twoFactor: () => '/two-factor-challenge',
  suspended: (board: Pick<Board, 'shortname'>) => address('/suspended', { board: board.shortname }),

  magicMeeting: (uid: string, open: Open = {}) => address(`/meeting/${part(uid)}`, { document: open.document }),
  magicAttendance: (uid: string, letter: string) => `/attendance/${part(uid)}/${letter}`,
  magicCalendar: (uid: string) => `/addtocalendar/${part(uid)}`,
} as const;

/** Addresses that the server answers with bytes or a redirect: they are opened, never navigated on the client. */
const serverPaths = [
  /^\/document\//,
  /^\/download\//,
  /^\/addtocalendar\/[^/]+\/[^/]+/,
  /^\/meetings\/(addtocalendar|subscribetocalendar|genericsubscribetocalendar)\//,
  /^\/(meeting|announcement)\/[^/]+\/document\//,
  /^\/(demo|ajax)\//,
];

/** `href` may name our own origin, as calendar links do. */
export function isServerAddress(href: string, origin: string): boolean {
  const url = new URL(href, origin);
  return url.origin === origin && serverPaths.some((pattern) => pattern.test(url.pathname));
}
