import type { PollInput } from '#contract/polls.ts';
import type { RichBlock, RichInline } from '#domain/rich-text.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import type { DemoAnnouncement } from './seed-announcements.ts';
import { boardTime, dayName, workday } from './seeding.ts';

const words = (text: string): readonly RichInline[] => [{ type: 'text', text }];
const line = (text: string): RichBlock => ({ type: 'paragraph', content: words(text) });
const list = (...items: readonly string[]): RichBlock => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [line(item)] })),
});

export function harbourAnnouncements(cast: HarbourCast, today: Date): readonly DemoAnnouncement[] {
  const { elena, ruth, martin, priya, aisha, sunita, thomas, james } = cast.everyone;
  const ago = (days: number): Date => boardTime(today, { days: -days, time: '09:14', timeZone: cast.timeZone });
  return [
    {
      title: 'Register of interests: annual update',
      author: elena,
      at: ago(52),
      body: [
        line('Dear trustees,'),
        line(
          'Please look through your entry in the register and tell me what has changed. “Nothing” is an answer too.',
        ),
        line('Elena'),
      ],
      openedBy: [ruth, martin, priya, aisha, sunita, thomas],
    },
    {
      title: 'Chandler’s Row tenants’ supper',
      author: sunita,
      at: ago(34),
      groups: ['Tenant Services Committee'],
      body: [
        line('The tenants have invited the committee to supper in the common room.'),
        list('Doors open at six.', 'Bring a dish if you can; there is an oven.', 'Children are welcome.'),
      ],
      openedBy: [thomas, james, aisha],
    },
    {
      title: 'Half-year results: what to look for',
      author: elena,
      at: ago(26),
      body: [
        line('Priya has three questions for your reading of the half-year results:'),
        {
          type: 'orderedList',
          attrs: { start: 1 },
          content: [
            'Is the surplus one of timing, because the retrofit grant came early?',
            'Are homes empty for longer between tenancies than last year?',
            'Does the reforecast leave enough for Wharf Road?',
          ].map((item) => ({ type: 'listItem', content: [line(item)] })),
        },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'The figures are in the ' },
            { type: 'text', text: 'finance report', marks: [{ type: 'bold' }] },
            { type: 'text', text: ' of the next meeting.' },
          ],
        },
      ],
      openedBy: [priya, ruth, martin, james],
    },
    {
      title: 'Wharf Road site visit: what to bring',
      author: elena,
      at: ago(13),
      body: [
        line('Dear trustees,'),
        line('The ground is uneven, so please bring:'),
        list('sturdy shoes and a waterproof coat;', 'the site plan, on paper or on a tablet.'),
        line('Thomas will meet us at the gate.'),
      ],
      paper: { title: 'How to find the site', path: 'harbour-street/how-to-find-the-site.pdf' },
      openedBy: [ruth, martin, thomas, aisha, james, sunita, priya],
    },
    {
      title: `The papers for ${dayName(workday(today, { days: 5, time: '09:30', timeZone: cast.timeZone }), cast.timeZone)} are ready`,
      author: elena,
      at: ago(2),
      body: [
        line('Dear trustees,'),
        line(
          'All papers are now in the meeting. Please read the Wharf Road business case before we meet: we will take it as read, so that the thirty-five minutes can go to questions.',
        ),
        line(
          'If you plan to join remotely, reply two days before. The Resource Centre needs a day to set up the room.',
        ),
        line('Elena'),
      ],
      poll: readingPoll(today, cast.timeZone),
      answers: [
        [ruth, [0]],
        [thomas, [1]],
      ],
      openedBy: [ruth, thomas, priya],
    },
    {
      title: 'The office is closed between the years',
      author: elena,
      at: ago(1),
      publishOn: workday(today, { days: 23, time: '09:00', timeZone: cast.timeZone }),
      body: [
        line(
          'The office is closed from December 24 to January 2. For emergencies at the homes, the night line answers.',
        ),
      ],
    },
    {
      title: 'Conference places in Moncton',
      author: elena,
      at: ago(1),
      isDraft: true,
      body: [line('We have two places at the housing conference in spring. Who would like to go?')],
    },
  ];
}

function readingPoll(today: Date, timeZone: string): PollInput {
  return {
    question: 'Would an hour of questions the evening before help?',
    choice: 'single',
    is_anonymous: false,
    results: 'always',
    options: ['Yes, online', 'No, thank you'],
    closes_at: workday(today, { days: 3, time: '12:00', timeZone }).toISOString(),
  };
}
