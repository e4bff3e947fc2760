import type { DemoCategory } from './seed-library.ts';

/** What a small club keeps. */
export const sailingLibrary: readonly DemoCategory[] = [
  {
    name: 'Rules',
    description: 'Constitution, sailing instructions',
    documents: [
      {
        ...{ kind: 'paper', title: 'Club constitution', days: 600, author: 'Fiona Aldridge, Commodore' },
        text: 'The name, the objects and the officers of the club, and how its meetings are called.',
      },
      {
        ...{ kind: 'paper', title: 'Sailing instructions', days: 200, author: 'Oliver Marsh, Sailing Secretary' },
        text: 'Starts, courses and signals for the season’s races.',
      },
    ],
  },
  {
    name: 'Safety',
    description: 'Risk assessments, safety boat rota',
    folders: [{ name: 'Earlier seasons' }],
    documents: [
      {
        ...{ kind: 'paper', title: 'Risk assessment, dinghies', days: 240, author: 'Nadia Rahman' },
        text: 'Wind, cold and traffic in the channel, and what is done about each.',
      },
      { kind: 'link', title: 'Tide tables', days: 260, url: 'https://www.example.org/tides' },
    ],
  },
];
