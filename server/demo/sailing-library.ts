import type { DemoCategory } from './seed-library.ts';

/** What a small club keeps. */
export const sailingLibrary: readonly DemoCategory[] = [
  {
    name: 'Rules',
    description: 'Constitution, sailing instructions',
    documents: [
      { kind: 'file', title: 'Club constitution', days: 600, path: 'saltmere/library/club-constitution.pdf' },
      { kind: 'file', title: 'Sailing instructions', days: 200, path: 'saltmere/library/sailing-instructions.pdf' },
    ],
  },
  {
    name: 'Safety',
    description: 'Risk assessments, safety boat rota',
    folders: [{ name: 'Earlier seasons' }],
    documents: [
      {
        kind: 'file',
        title: 'Risk assessment, dinghies',
        days: 240,
        path: 'saltmere/library/risk-assessment-dinghies.pdf',
      },
      { kind: 'link', title: 'Tide tables', days: 260, url: 'https://www.example.org/tides' },
    ],
  },
];
