import type { SharedMeetingAnswer } from '#web/features/views/magic/magic-link.ts';

export const sharedMeeting: SharedMeetingAnswer = {
  board: {
    title: 'Harbour Street',
    logo_url: null,
    primary_color: '#154e52',
    time_zone: 'America/Halifax',
    date_style: 'mdy',
  },
  first_name: 'Sunita',
  meeting: {
    title: 'November Board Meeting',
    type: 'hybrid',
    state: 'published',
    start: '2026-11-19T13:30:00.000Z',
    end: '2026-11-19T16:00:00.000Z',
    location: '',
    join_url: '',
    description: '',
    agenda_items: [],
    documents: [],
    date_search: null,
    polls: [],
    meeting_status: { acceptance: 'none', attendance: false, answered_at: null },
    can: { respond: true, read: true },
  },
};
