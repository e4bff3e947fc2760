import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAnnouncement, listAnnouncements } from '#contract/announcements.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetch } from '#web/api/query-client.ts';
import { onBoard } from './frames.tsx';

const prefetchAnnouncements = (): void => prefetch(queryFor(listAnnouncements, { query: {} }));

const prefetchAnnouncement = (id: string): void => prefetch(queryFor(getAnnouncement, { params: { id } }));

const announcementsPage = lazyRouteComponent(
  () => import('#web/features/homes/announcements/announcements-page.tsx'),
  'AnnouncementsPage',
);

const announcements = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements',
  staticData: { name: 'Announcements', title: 'Announcements' },
  loader: () => prefetchAnnouncements(),
  component: announcementsPage,
});

const announcement = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/$id',
  staticData: { name: 'Announcement', title: 'Announcement' },
  loader: ({ params }) => {
    prefetchAnnouncements();
    prefetchAnnouncement(params.id);
  },
  component: announcementsPage,
});

const announcementCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/create',
  staticData: { name: 'AnnouncementCreate', title: 'New Announcement' },
  component: lazyRouteComponent(
    () => import('#web/features/homes/announcements/announcement-edit-pages.tsx'),
    'AnnouncementCreatePage',
  ),
});

const announcementEdit = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/edit/$id',
  staticData: { name: 'AnnouncementEdit', title: 'Edit Announcement' },
  loader: ({ params }) => prefetchAnnouncement(params.id),
  component: lazyRouteComponent(
    () => import('#web/features/homes/announcements/announcement-edit-pages.tsx'),
    'AnnouncementEditPage',
  ),
});

export const announcementScreens = [announcements, announcementCreate, announcement, announcementEdit] as const;
