import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getMinutes } from '#contract/meeting-minutes.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { getRoom } from '#contract/room.ts';
import { calendarPaths } from '#domain/calendar-paths.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetch } from '#web/api/query-client.ts';
import { boardOf, currentStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { textParams } from '#web/search-params.ts';
import { download } from '#web/shell/go-on.ts';
import { onBoard } from './frames.tsx';

const meetings = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings',
  staticData: { name: 'Meetings', title: 'Meetings' },
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
  staticData: { name: 'MeetingCreate', title: 'New Meeting' },
  component: lazyRouteComponent(
    () => import('#web/features/homes/meetings/form/meeting-create-page.tsx'),
    'MeetingCreatePage',
  ),
});

const meeting = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/$id',
  staticData: { name: 'Meeting', title: 'Meeting' },
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
  staticData: { name: 'MeetingEdit', title: 'Reschedule Meeting' },
  loader: ({ params }) => prefetch(queryFor(getMeeting, { params: { id: params.id } })),
  component: lazyRouteComponent(
    () => import('#web/features/homes/meetings/form/reschedule-page.tsx'),
    'ReschedulePage',
  ),
});

export const meetingScreens = [meetings, meetingCreate, meeting, meetingRoom, meetingMinutes, meetingEdit] as const;
