import { getAnnouncement, listAnnouncements } from '#contract/announcements.ts';
import { getLibrary } from '#contract/library.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { getDashboard } from '#contract/timeline.ts';
import type { FirstCalls } from '#server/http/first-answers.ts';

/** What is missing here, or is asked otherwise, is fetched by the page. */
export const firstCalls: FirstCalls = {
  '/home': [{ endpoint: getDashboard }],
  '/meetings': [{ endpoint: listMeetings, query: ['year'] }],
  '/meetings/$id': [{ endpoint: getMeeting }],
  '/announcements': [{ endpoint: listAnnouncements }],
  '/announcements/$id': [{ endpoint: listAnnouncements }, { endpoint: getAnnouncement }],
  '/library': [{ endpoint: getLibrary }],
};
