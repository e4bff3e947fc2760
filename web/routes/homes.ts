import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getAnnouncement, listAnnouncements } from '#contract/announcements.ts';
import { listAnnotatedDocuments } from '#contract/documents.ts';
import { getLibrary } from '#contract/library.ts';
import { getMinutes } from '#contract/meeting-minutes.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { getRoom } from '#contract/room.ts';
import { calendarPaths } from '#domain/calendar-paths.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetch, prefetchAnew } from '#web/api/query-client.ts';
import { boardOf, currentStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { textParams } from '#web/search-params.ts';
import { download } from '#web/shell/go-on.ts';
import { hasPathChanged, loadAnew } from '#web/shell/loading.ts';
import { onBoard } from './frames.tsx';

const meetings = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings',
  staticData: { area: 'meetings', title: 'Meetings' },
  validateSearch: (search) => textParams(search, 'year'),
  loaderDeps: ({ search }) => ({ year: search.year }),
  loader: ({ deps }) =>
    prefetch(
      queryFor(listMeetings, {
        query: deps.year === undefined ? {} : { year: deps.year },
      }),
    ),
  component: lazyRouteComponent(() => import('#web/features/homes/meetings/list/meetings-page.tsx'), 'MeetingsPage'),
});

const meetingCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/create',
  staticData: { area: 'meetings', title: 'New Meeting' },
  component: lazyRouteComponent(
    () => import('#web/features/homes/meetings/form/meeting-create-page.tsx'),
    'MeetingCreatePage',
  ),
});

const meeting = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/$id',
  staticData: { area: 'meetings', title: 'Meeting' },
  validateSearch: (search) => textParams(search, 'downloadIcs', 'attendance', 'calendar'),
  beforeLoad: ({ params, search, preload }) => {
    if (search.downloadIcs === undefined || preload) return;
    download(calendarPaths.addMeeting(boardOf(currentStart())?.baseUrl ?? '', params.id, 'ical'));
    throw redirect({ href: paths.meeting(params.id), replace: true });
  },
  loader: ({ params }) => prefetch(queryFor(getMeeting, { params: { id: params.id } })),
  component: lazyRouteComponent(() => import('#web/pages/meeting.tsx'), 'Meeting'),
});

const meetingRoom = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/$id/room',
  staticData: { title: 'Room' },
  loader: ({ params: { id } }) => {
    prefetch(queryFor(getMeeting, { params: { id } }));
    prefetch(queryFor(getRoom, { params: { id } }));
  },
  component: lazyRouteComponent(() => import('#web/pages/room.tsx'), 'MeetingRoom'),
});

const meetingMinutes = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/$id/minutes',
  staticData: { title: 'Minutes' },
  loader: ({ params: { id } }) => {
    prefetch(queryFor(getMeeting, { params: { id } }));
    prefetch(queryFor(getMinutes, { params: { id } }));
  },
  component: lazyRouteComponent(() => import('#web/features/deciding/meeting-minutes/minutes-page.tsx'), 'MinutesPage'),
});

const meetingEdit = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/edit/$id',
  staticData: { area: 'meetings', title: 'Reschedule Meeting' },
  loader: ({ params }) => prefetch(queryFor(getMeeting, { params: { id: params.id } })),
  component: lazyRouteComponent(
    () => import('#web/features/homes/meetings/form/reschedule-page.tsx'),
    'ReschedulePage',
  ),
});

export const meetingScreens = [meetings, meetingCreate, meeting, meetingRoom, meetingMinutes, meetingEdit] as const;

const prefetchAnnouncements = (): void => prefetch(queryFor(listAnnouncements, { query: {} }));

const prefetchAnnouncement = (id: string): void => prefetch(queryFor(getAnnouncement, { params: { id } }));

const announcementsPage = lazyRouteComponent(
  () => import('#web/features/homes/announcements/announcements-page.tsx'),
  'AnnouncementsPage',
);

const announcements = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements',
  staticData: { area: 'announcements', title: 'Announcements' },
  loader: () => prefetchAnnouncements(),
  component: announcementsPage,
});

const announcement = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/$id',
  staticData: { area: 'announcements', title: 'Announcement' },
  loader: ({ params }) => {
    prefetchAnnouncements();
    prefetchAnnouncement(params.id);
  },
  component: announcementsPage,
});

const announcementCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/create',
  staticData: { area: 'announcements', title: 'New Announcement' },
  component: lazyRouteComponent(
    () => import('#web/features/homes/announcements/announcement-edit-pages.tsx'),
    'AnnouncementCreatePage',
  ),
});

const announcementEdit = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/edit/$id',
  staticData: { area: 'announcements', title: 'Edit Announcement' },
  loader: ({ params }) => prefetchAnnouncement(params.id),
  component: lazyRouteComponent(
    () => import('#web/features/homes/announcements/announcement-edit-pages.tsx'),
    'AnnouncementEditPage',
  ),
});

export const announcementScreens = [announcements, announcementCreate, announcement, announcementEdit] as const;

const library = createRoute({
  getParentRoute: () => onBoard,
  path: '/library',
  staticData: { title: 'Library' },
  validateSearch: (search) => textParams(search, 'view'),
  shouldReload: hasPathChanged,
  loader: () => {
    loadAnew(prefetchAnew(queryFor(getLibrary)));
    loadAnew(prefetchAnew(queryFor(listAnnotatedDocuments)));
  },
  component: lazyRouteComponent(() => import('#web/features/homes/library/library-page.tsx'), 'LibraryPage'),
});

const librarySection = createRoute({
  getParentRoute: () => onBoard,
  path: '/library/section/$libcatId',
  staticData: { title: 'Library' },
  validateSearch: (search) => textParams(search, 'folder'),
  loaderDeps: ({ search }) => ({ folder: search.folder ?? null }),
  shouldReload: hasPathChanged,
  loader: ({ params, deps }) =>
    loadAnew(
      import('#web/features/homes/library/section-query.ts').then(
        ({ reloadSection: reloadPlace }) => reloadPlace(params.libcatId, deps.folder),
        // Ignored, because the page imports the same module and reports the failure.
        () => undefined,
      ),
    ),
  component: lazyRouteComponent(() => import('#web/features/homes/library/section-page.tsx'), 'SectionPage'),
});

export const libraryScreens = [library, librarySection] as const;
