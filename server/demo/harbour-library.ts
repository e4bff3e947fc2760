import { bylawAmendments, managementAccounts, strategySlides } from '#tools/demo-files/harbour-office-files.ts';
import { drawSitePlan } from '#tools/demo-files/site-plan.ts';
import { writeWordFile } from '#tools/demo-files/word-file.ts';
import { dayName, daysBefore } from './demo-dates.ts';
import type { DemoCategory, DemoLibraryDocument } from './seed-library.ts';

interface About {
  readonly color: string;
  readonly today: Date;
  readonly timeZone: string;
}

const secretary = 'Elena Kowalczyk, Secretary';
const treasurer = 'Priya Raman, Treasurer';

const paper = (title: string, days: number, text: string, author = secretary): DemoLibraryDocument => ({
  ...{ kind: 'paper', title, days, text, author },
});
const file = (title: string, days: number, extension: string, bytes: Uint8Array): DemoLibraryDocument => ({
  ...{ kind: 'file', title, days, extension, bytes },
});
const link = (title: string, days: number, url: string): DemoLibraryDocument => ({
  ...{ kind: 'link', title, days, url },
});

const policies = (days: number, ...titles: readonly string[]): readonly DemoLibraryDocument[] =>
  titles.map((title, nth) =>
    paper(
      title,
      days + nth * 17,
      `This policy says what the Trust expects of its trustees and staff. It was approved by the board and is reviewed every two years; the Governance Committee proposes changes.`,
    ),
  );

const minutes = (about: About, committee: string, ...days: readonly number[]): readonly DemoLibraryDocument[] =>
  days.map((day) => {
    const held = dayName(daysBefore(about.today, day + 30), about.timeZone);
    return paper(
      `${committee === 'Board' ? 'Minutes' : `${committee}, minutes`}, ${held}`,
      day,
      `Signed minutes of the meeting of ${held}. Apologies were noted, the minutes of the meeting before were approved, and the actions that follow were agreed.`,
    );
  });

const rentRoll = (): Uint8Array =>
  new TextEncoder().encode(
    [
      'Property,Homes,Let,Monthly rent',
      'Maple Court,42,41,38220',
      'Harbour Street,28,28,26460',
      'Chandler’s Row,19,18,17100',
    ]
      .join('\r\n')
      .concat('\r\n'),
  );

const termsOfReference = (): Uint8Array =>
  writeWordFile({
    title: 'Committee terms of reference',
    author: secretary,
    blocks: [
      { kind: 'paragraph', text: 'Each committee advises the board and decides only what is delegated to it.' },
      { kind: 'heading', text: 'Finance & Audit Committee' },
      { kind: 'item', text: 'Recommends the budget and the accounts.' },
      { kind: 'item', text: 'Reviews borrowing, reserves and risk.' },
      { kind: 'heading', text: 'Governance Committee' },
      { kind: 'item', text: 'Reviews the bylaws and the policies.' },
    ],
  });

/** What stays between meetings. */
export async function harbourLibrary(about: About): Promise<readonly DemoCategory[]> {
  return [
    {
      name: 'Governing documents',
      description: 'Bylaws, charter, committee terms of reference',
      folders: [
        {
          name: 'Bylaws',
          documents: [
            paper(
              'Bylaws as amended 2024',
              540,
              'The bylaws of the Trust, with the amendments of the annual general meeting.',
            ),
            file('Proposed amendments', 45, 'docx', bylawAmendments()),
          ],
        },
        {
          name: 'Charter',
          documents: [
            paper('Charter of incorporation', 690, 'The objects of the Trust, its members and its powers.'),
            paper('Register of charitable status', 610, 'The entry in the register, with the number and the date.'),
          ],
        },
      ],
      documents: [
        file('Committee terms of reference', 24, 'docx', termsOfReference()),
        paper(
          'Scheme of delegation',
          130,
          'What the board decides itself, and what committees and staff decide for it.',
        ),
        paper('Code of conduct for trustees', 210, 'What trustees promise when they join.'),
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
        paper('Investment policy', 19, 'How the Trust invests what it does not need this year.', treasurer),
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
            paper('Audited statements 2025–26', 52, 'The statements with the auditor’s unqualified report.', treasurer),
            paper(
              'Audited statements 2024–25',
              410,
              'The statements with the auditor’s unqualified report.',
              treasurer,
            ),
            paper('Management letter 2025–26', 50, 'Three recommendations, all accepted.', treasurer),
          ],
        },
        {
          name: 'Budgets',
          folders: [
            { name: 'Earlier years', documents: [paper('Budget 2025–26', 600, 'As approved in March.', treasurer)] },
          ],
          documents: [paper('Budget 2026–27', 240, 'As approved in March.', treasurer)],
        },
        {
          name: 'Quarterly reports',
          folders: [
            {
              name: '2026–27',
              documents: [
                paper(
                  'Finance report, Q1 2026–27',
                  110,
                  'Income is ahead of budget, repairs are behind it.',
                  treasurer,
                ),
                paper(
                  'Finance report, Q2 2026–27',
                  9,
                  'The half-year closes with a surplus of 557 thousand.',
                  treasurer,
                ),
              ],
            },
            {
              name: '2025–26',
              documents: [
                paper('Finance report, Q4 2025–26', 200, 'The year closed close to budget.', treasurer),
                paper('Finance report, Q3 2025–26', 290, 'Voids fell for the third quarter.', treasurer),
              ],
            },
          ],
        },
        { name: 'Valuations' },
      ],
      documents: [
        file('Management accounts, September', 9, 'xlsx', managementAccounts()),
        paper('Loan agreement, Chandler’s Row', 46, 'The facility, its covenants and its repayments.', treasurer),
        file('Finance for trustees', 61, 'pptx', strategySlides(about.color)),
        file('Rent roll, 2026', 81, 'csv', rentRoll()),
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
      folders: [
        { name: 'Maps and plans', documents: [file('Wharf Road site plan', 140, 'png', await drawSitePlan())] },
      ],
      documents: [link('Reading a balance sheet', 68, 'https://www.youtube.com/watch?v=WEDIj9JBTC8')],
    },
    { name: 'Strategy 2030', description: 'Papers of the working group' },
  ];
}
