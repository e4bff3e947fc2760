import type { SignatureSubject } from '#contract/signatures.ts';
import type { Board } from '#contract/start.ts';
import type { DocumentHome } from '#contract/summaries.ts';

interface Open {
  readonly document?: string;
}

export type TwoFactorStep = 'set-up' | 'renew' | 'turn-off';

function address(path: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) parts.set(name, value);
  return parts.size === 0 ? path : `${path}?${parts}`;
}

const part = encodeURIComponent;

export const paths = {
  dashboard: () => '/home',

  meetings: (shown: { readonly year?: number } = {}) => address('/meetings', { year: shown.year?.toString() }),
  meetingCreate: () => '/meetings/create',
  meeting: (id: string, open: Open = {}) => address(`/meetings/${part(id)}`, { document: open.document }),
  agendaItem: (meetingId: string, id: string) => `/meetings/${part(meetingId)}#item-${part(id)}`,
  meetingAttendance: (id: string) => address(`/meetings/${part(id)}`, { attendance: '1' }),
  meetingRoom: (id: string, open: Open = {}) => address(`/meetings/${part(id)}/room`, { document: open.document }),
  meetingMinutes: (id: string) => `/meetings/${part(id)}/minutes`,
  meetingEdit: (id: string) => `/meetings/edit/${part(id)}`,

  announcements: () => '/announcements',
  announcementCreate: () => '/announcements/create',
  announcement: (id: string, open: Open = {}) => address(`/announcements/${part(id)}`, { document: open.document }),
  announcementEdit: (id: string) => `/announcements/edit/${part(id)}`,

  people: () => '/people',
  personCreate: () => '/people/create',
  personCreateSeveral: () => '/people/create/several',
  invitations: () => '/people/invitations',
  interests: () => '/people/interests',
  person: (slug: string) => `/people/${part(slug)}`,
  personEdit: (slug: string) => `/people/edit/${part(slug)}`,
  memberSetup: (slug: string) => `/people/edit/${part(slug)}?profileSetup=1`,

  library: (open: Open = {}) => address('/library', { document: open.document }),
  libraryMarks: () => address('/library', { view: 'marks' }),
  libraryCategory: (id: string, open: Open & { readonly folder?: string | null } = {}) =>
    address(`/library/section/${part(id)}`, { folder: open.folder ?? undefined, document: open.document }),
  actions: (shown: { readonly item?: string } = {}) => address('/actions', shown),
  resolutions: (shown: Readonly<Record<string, string | undefined>> = {}) => address('/resolutions', shown),
  resolutionCreate: () => '/resolutions/create',
  resolution: (id: string, open: Open = {}) => address(`/resolutions/${part(id)}`, { document: open.document }),
  waiting: () => '/waiting',
  help: (chapter?: string, heading?: string) =>
    `/help${chapter === undefined ? '' : `/${chapter}`}${heading === undefined ? '' : `#${heading}`}`,
  sign: (id: string) => `/sign/${part(id)}`,
  signatures: ({ kind, id }: SignatureSubject) => `/signatures/${kind}/${part(id)}`,

  search: (asked: { readonly itemType: string; readonly searchString: string } & Open & { readonly page?: number }) =>
    address('/search', { ...asked, page: asked.page?.toString() }),

  adminGroups: () => '/admin/groups',
  adminGroupCreate: () => '/admin/groups/create',
  adminGroupEdit: (id: string) => `/admin/groups/edit/${part(id)}`,
  adminReports: () => '/admin/reports',
  adminProfile: () => '/admin/profile',
  adminSetup: () => '/admin/setup',
  decidingSetup: () => address('/admin/setup', { view: 'deciding' }),
  auditLog: () => address('/admin/setup', { view: 'log' }),
  siteAdminBoards: () => '/admin/site/boards',
  siteAdminUsers: () => '/admin/site/users',
  siteAdminSignIn: () => '/admin/site/sign-in',
  siteAdminMail: () => '/admin/site/mail',
  siteAdminHealth: () => '/admin/site/health',

  account: () => '/account',
  accountSecurity: () => address('/account', { view: 'security' }),
  invitation: (uuid: string) => `/inv/${part(uuid)}`,
  login: (next?: string) => address('/login', { next }),
  loginAfterFailedLogout: (next?: string) => address('/login', { logout: 'failed', next }),
  /** Used when the session has ended in another tab. */
  loginAfterEnd: (next: string) => address('/login', { logout: 'elsewhere', next }),
  forgotPassword: () => '/forgot-password',
  twoFactor: () => '/two-factor-challenge',
  passkeyOffer: (way: { readonly next: string }) => address('/user/passkey', way),
  confirmPassword: (way: { readonly next: string; readonly back?: string }) => address('/user/confirm-password', way),
  twoFactorSettings: (open: { readonly step?: TwoFactorStep; readonly next?: string } = {}) =>
    address('/user/two-factor', open),
  boardSignIn: (next: string) => address('/user/board-sign-in', { next }),
  suspended: (board: Pick<Board, 'shortname'>) => address('/suspended', { board: board.shortname }),

  magicMeeting: (uid: string, open: Open = {}) => address(`/meeting/${part(uid)}`, { document: open.document }),
  magicAnnouncement: (uid: string, open: Open = {}) =>
    address(`/announcement/${part(uid)}`, { document: open.document }),
  magicCalendar: (uid: string) => `/addtocalendar/${part(uid)}`,
} as const;

export function documentPath(document: { readonly id: string; readonly home: DocumentHome }): string {
  const { id, home } = document;
  if (home.kind === 'meeting') return paths.meeting(home.id, { document: id });
  if (home.kind === 'announcement') return paths.announcement(home.id, { document: id });
  if (home.kind === 'resolution') return paths.resolution(home.id, { document: id });
  return paths.libraryCategory(home.category_id, { folder: home.folder_id, document: id });
}

const namesNobody: ReadonlySet<string> = new Set(['create', 'interests', 'invitations']);

export function personOf(pathname: string): string | null {
  const [, slug] = /^\/people\/([a-z0-9-]+)$/.exec(pathname) ?? [];
  return slug === undefined || namesNobody.has(slug) ? null : slug;
}

/** Addresses at which the server returns bytes or a redirect, so that the client router must not handle them. */
const serverPaths = [
  /^\/(document\/|offline$)/,
  /^\/download\//,
  /^\/addtocalendar\/[^/]+\/[^/]+/,
  /^\/meetings\/(addtocalendar|subscribetocalendar|genericsubscribetocalendar)\//,
  /^\/(meeting|announcement)\/[^/]+\/document\//,
  /^\/meetings\/[^/]+\/(board-book|(minutes|agenda)\/file|attendance\/pdf)$/,
  /^\/resolutions\/[^/]+\/(receipt\/)?pdf$/,
  /^\/signature-requests\//,
  /^\/(demo|ajax|pictures)\//,
];

export function isServerAddress(href: string, origin: string): boolean {
  const url = new URL(href, origin);
  return url.origin === origin && serverPaths.some((pattern) => pattern.test(url.pathname));
}

export function opensCalendarSite(href: string, origin: string): boolean {
  return /tocalendar\/(.*\/)?(google|outlook|outlook365)$/.test(new URL(href, origin).pathname);
}
