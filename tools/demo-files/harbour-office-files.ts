import { writeSlidesFile } from './slides-file.ts';
import { writeSpreadsheetFile } from './spreadsheet-file.ts';
import { writeWordFile } from './word-file.ts';

const secretary = 'Elena Kowalczyk';

/** .docx; `date` as it is read: October 15, 2026. */
export function draftMinutes(date: string): Uint8Array {
  return writeWordFile({
    title: `Draft minutes, ${date}`,
    author: secretary,
    blocks: [
      {
        kind: 'paragraph',
        text: `Minutes of the meeting of the board of Harbour Street Housing Trust, held on ${date} at the Harbour Street Resource Centre and remotely.`,
      },
      { kind: 'heading', text: '1. Welcome' },
      {
        kind: 'paragraph',
        text: 'The Chair opened the meeting at 9:30 AM. A quorum was present. Sunita Gill had sent her regrets.',
      },
      { kind: 'heading', text: '2. Declarations of interest' },
      {
        kind: 'paragraph',
        text: 'Martin Lindqvist declared an interest in the supply of timber and left the room for item 6.',
      },
      { kind: 'heading', text: '3. Minutes' },
      { kind: 'paragraph', text: 'The minutes of the previous meeting were approved as circulated.' },
      { kind: 'heading', text: '4. Finance' },
      {
        kind: 'paragraph',
        text: 'Priya Raman took the board through the first-quarter results. The board noted a surplus of $231 thousand and thanked the finance team for the early close.',
      },
      { kind: 'heading', text: '5. Actions' },
      {
        kind: 'table',
        rows: [
          ['Action', 'Owner', 'Due'],
          ['Show the surplus without the early grant', 'Owen MacLeod', 'Next meeting'],
          ['Two models of extractor fan at Birch Lane', 'Hannah Reid', 'December'],
          ['Bylaw amendments to the lawyers', 'Aisha Benali', 'Done'],
          ['Programme for the strategy day', 'Elena Kowalczyk', 'December'],
        ],
      },
      { kind: 'heading', text: '6. Wharf Road' },
      {
        kind: 'paragraph',
        text: 'Thomas McKenna reported on the bore holes. The board asked for a business case with the cost of the ground shown apart.',
      },
      { kind: 'item', text: 'The lane is to stay open.' },
      { kind: 'item', text: 'Ground floors stand 1.2 metres above the highest water expected.' },
      { kind: 'heading', text: '7. Close' },
      { kind: 'paragraph', text: 'The meeting closed at 11:52 AM.' },
    ],
  });
}

export function bylawAmendments(): Uint8Array {
  return writeWordFile({
    title: 'Bylaw amendments',
    author: 'Aisha Benali',
    blocks: [
      {
        kind: 'paragraph',
        text: 'The Governance Committee proposes four changes. The old wording stands first, the new one after it.',
      },
      {
        kind: 'table',
        rows: [
          ['Bylaw', 'Now', 'Proposed'],
          ['4.2 Terms', 'Three years, renewable twice', 'Three years, renewable once'],
          ['5.1 Quorum', 'Five trustees in the room', 'Five trustees, in the room or remote'],
          ['6.3 Notice', 'Ten days by post', 'Seven days by electronic means'],
          ['9.4 Records', 'Kept at the office', 'Kept in the board portal, for ever'],
        ],
      },
      { kind: 'heading', text: 'When they take effect' },
      {
        kind: 'paragraph',
        text: 'With the vote of two thirds of the trustees, on the day after the meeting. Terms that run are not shortened.',
      },
    ],
  });
}

export function actionLog(): Uint8Array {
  return writeSpreadsheetFile({
    title: 'Action log',
    author: secretary,
    sheets: [
      {
        name: 'Open actions',
        widths: [8, 58, 22, 16, 14],
        rows: [
          ['No.', 'Action', 'Owner', 'Due', 'State'],
          [41, 'Show the surplus without the early grant', 'Owen MacLeod', 'This meeting', 'Done'],
          [42, 'Two models of extractor fan at Birch Lane', 'Hannah Reid', 'December', 'Under way'],
          [43, 'Bylaw amendments to the lawyers', 'Aisha Benali', 'November', 'Done'],
          [44, 'Programme for the strategy day', 'Elena Kowalczyk', 'December', 'Under way'],
        ],
      },
      {
        name: 'Closed',
        widths: [8, 58, 22],
        rows: [
          ['No.', 'Action', 'Owner'],
          [38, 'Insurance renewal', 'Owen MacLeod'],
          [39, 'Panel’s report on kitchens', 'Hannah Reid'],
        ],
      },
    ],
  });
}

export function managementAccounts(): Uint8Array {
  const lines: readonly (readonly [string, number, number])[] = [
    ['Rental income', 806, 794],
    ['Service charges', 103, 104],
    ['Grants', 268, 130],
    ['Property maintenance', -341, -270],
    ['Housing services', -184, -191],
    ['Staff', -325, -332],
    ['Utilities and insurance', -133, -128],
    ['Finance costs', -102, -104],
  ];
  const sum = (at: 1 | 2) => lines.reduce((total, line) => total + line[at], 0);
  const last = lines.length + 1;
  return writeSpreadsheetFile({
    title: 'Management accounts',
    author: 'Owen MacLeod',
    sheets: [
      {
        name: '$ thousand',
        widths: [34, 14, 14, 14],
        rows: [
          ['September', 'Actual', 'Budget', 'Variance'],
          ...lines.map(([label, actual, budget], nth) => [
            label,
            actual,
            budget,
            { formula: `B${nth + 2}-C${nth + 2}`, value: actual - budget },
          ]),
          [
            'Surplus',
            { formula: `SUM(B2:B${last})`, value: sum(1) },
            { formula: `SUM(C2:C${last})`, value: sum(2) },
            { formula: `B${last + 1}-C${last + 1}`, value: sum(1) - sum(2) },
          ],
        ],
      },
    ],
  });
}

export function developmentAppraisal(): Uint8Array {
  const rents: readonly (readonly [string, number, number])[] = [
    ['One bedroom', 22, 790],
    ['Two bedrooms', 26, 985],
    ['Three bedrooms', 12, 1180],
    ['Three bedrooms, step-free', 4, 1180],
  ];
  const yearly = rents.map(([, homes, rent]) => homes * rent * 12);
  return writeSpreadsheetFile({
    title: 'Development appraisal, Wharf Road',
    author: 'Thomas McKenna',
    sheets: [
      {
        name: 'Rent',
        widths: [32, 12, 14, 16],
        rows: [
          ['Home', 'Number', 'Rent, month', 'Rent, year'],
          ...rents.map(([label, homes, rent], nth) => [
            label,
            homes,
            rent,
            { formula: `B${nth + 2}*C${nth + 2}*12`, value: yearly[nth] ?? 0 },
          ]),
          [
            'All homes',
            { formula: 'SUM(B2:B5)', value: 64 },
            '',
            { formula: 'SUM(D2:D5)', value: yearly.reduce((a, b) => a + b, 0) },
          ],
        ],
      },
    ],
  });
}

export function strategySlides(color: string): Uint8Array {
  return writeSlidesFile({
    title: 'Strategy 2030: where we stand',
    author: 'Hannah Reid',
    color,
    slides: [
      {
        title: 'Strategy 2030: where we stand',
        points: ['Harbour Street Housing Trust', 'For the discussion in January'],
      },
      {
        title: 'What we promised',
        points: ['1,400 homes by 2030', 'No home colder than 18 degrees', 'A person who answers, on the first call'],
      },
      {
        title: 'What is done',
        points: [
          '1,124 homes; 64 more at Wharf Road if approved',
          '410 of 900 homes retrofitted',
          'Calls answered in under a minute: 83 of 100',
        ],
      },
      {
        title: 'What we must choose',
        points: ['Grow by building or by buying', 'What we stop doing', 'How tenants take part in deciding'],
      },
    ],
  });
}
