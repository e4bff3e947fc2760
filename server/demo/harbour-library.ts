import type { DemoCategory, DemoLibraryDocument } from './seed-library.ts';
import { dayName, daysBefore } from './seeding.ts';

interface About {
  readonly today: Date;
  readonly timeZone: string;
}

const file = (title: string, days: number, name: string): DemoLibraryDocument => ({
  kind: 'file',
  title,
  days,
  path: `harbour-street/${name}`,
});
const paper = (title: string, days: number): DemoLibraryDocument =>
  file(title, days, `library/${fileNameOf(title)}.pdf`);
const link = (title: string, days: number, url: string): DemoLibraryDocument => ({
  kind: 'link',
  title,
  days,
  url,
});

const fileNameOf = (title: string): string =>
  title
    .replaceAll('’', '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

const policies = (days: number, ...titles: readonly string[]): readonly DemoLibraryDocument[] =>
  titles.map((title, nth) => paper(title, days + nth * 17));

const minutes = (about: About, committee: string, ...days: readonly number[]): readonly DemoLibraryDocument[] =>
  days.map((day) => {
    const held = dayName(daysBefore(about.today, day + 30), about.timeZone);
    const title = committee === 'Board' ? 'Minutes' : `${committee}, minutes`;
    return file(`${title}, ${held}`, day, `library/${fileNameOf(title)}.pdf`);
  });

export function harbourLibrary(about: About): readonly DemoCategory[] {
  return [
    {
      name: 'Governing documents',
      description: 'Bylaws, charter, committee terms of reference',
      folders: [
        {
          name: 'Bylaws',
          documents: [paper('Bylaws as amended 2024', 540), file('Proposed amendments', 45, 'bylaw-amendments.docx')],
        },
        {
          name: 'Charter',
          documents: [paper('Charter of incorporation', 690), paper('Register of charitable status', 610)],
        },
      ],
      documents: [
        file('Committee terms of reference', 24, 'library/committee-terms-of-reference.docx'),
        paper('Scheme of delegation', 130),
        paper('Code of conduct for trustees', 210),
      ],
    },
    {
      name: 'Policies',
      description: 'Approved by the board, reviewed every two years',
      folders: [
        {
          name: 'Finance',
          documents: policies(60, 'Reserves policy', 'Expenses policy', 'Procurement policy', 'Treasury policy'),
        },
        {
          name: 'People',
          documents: policies(
            95,
            'Safeguarding policy',
            'Whistleblowing policy',
            'Volunteering policy',
            'Equality policy',
          ),
        },
        {
          name: 'Homes',
          documents: policies(140, 'Lettings policy', 'Repairs policy', 'Complaints policy', 'Fire safety policy'),
        },
      ],
      documents: [
        paper('Investment policy', 19),
        ...policies(33, 'Conflicts of interest policy', 'Privacy policy', 'Risk policy'),
      ],
    },
    {
      name: 'Finance',
      description: 'Budgets, audited statements, quarterly reports',
      folders: [
        {
          name: 'Audited statements',
          documents: [
            paper('Audited statements 2025–26', 52),
            paper('Audited statements 2024–25', 410),
            paper('Management letter 2025–26', 50),
          ],
        },
        {
          name: 'Budgets',
          folders: [{ name: 'Earlier years', documents: [paper('Budget 2025–26', 600)] }],
          documents: [paper('Budget 2026–27', 240)],
        },
        {
          name: 'Quarterly reports',
          folders: [
            {
              name: '2026–27',
              documents: [paper('Finance report, Q1 2026–27', 110), paper('Finance report, Q2 2026–27', 9)],
            },
            {
              name: '2025–26',
              documents: [paper('Finance report, Q4 2025–26', 200), paper('Finance report, Q3 2025–26', 290)],
            },
          ],
        },
        { name: 'Valuations' },
      ],
      documents: [
        file('Management accounts, September', 9, 'management-accounts-september.xlsx'),
        paper('Loan agreement, Chandler’s Row', 46),
        file('Finance for trustees', 61, 'strategy-2030.pptx'),
        file('Rent roll, 2026', 81, 'library/rent-roll-2026.csv'),
        link('Funder’s reporting guide', 95, 'https://www.example.org/reporting-guide'),
      ],
    },
    {
      name: 'Minutes',
      description: 'Signed minutes of the board and committees',
      folders: [
        { name: 'Board', documents: minutes(about, 'Board', 32, 150, 270, 390, 480, 580) },
        {
          name: 'Finance & Audit Committee',
          documents: minutes(about, 'Finance & Audit Committee', 70, 190, 310, 440),
        },
        { name: 'Governance Committee', documents: minutes(about, 'Governance Committee', 88, 230, 350) },
        { name: 'Nominations Committee', documents: minutes(about, 'Nominations Committee', 170, 400) },
        { name: 'Tenant Services Committee', documents: minutes(about, 'Tenant Services Committee', 120, 260, 420) },
      ],
    },
    {
      name: 'Trustee handbook',
      description: 'For new trustees, and for anyone who has forgotten',
      folders: [{ name: 'Maps and plans', documents: [file('Wharf Road site plan', 140, 'site-plan.png')] }],
      documents: [link('Reading a balance sheet', 68, 'https://www.youtube.com/watch?v=WEDIj9JBTC8')],
    },
    { name: 'Strategy 2030', description: 'Papers of the working group' },
  ];
}
