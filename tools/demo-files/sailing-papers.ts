import { shortPaper } from './harbour-papers.ts';
import type { PaperText } from './paper-blocks.ts';
import { writeSpreadsheetFile } from './spreadsheet-file.ts';

type About = Pick<PaperText, 'organisation' | 'color' | 'date'>;

export const pontoonProposal = (about: About): PaperText =>
  shortPaper(about, {
    title: 'Replacing the north pontoon',
    author: 'Oliver Marsh, Sailing Secretary',
    paragraphs: [
      'The north pontoon has been in the water for twenty-six winters. Two of its nine floats take in water, and the hinge at the third span was welded twice last season.',
      'Three yards have quoted. The lowest quotes for timber decking over steel; the committee prefers the second, whose deck is of recycled plastic, needs no oil, and is guaranteed for fifteen years.',
      'Work would take nine days in March, before the dinghies come out. Cadet sailing would start from the slipway for one weekend.',
    ],
    asks: [
      'To accept the second quote, £38,400 with tax.',
      'To pay £20,000 from the boat fund and the rest from this year’s surplus.',
      'To ask members for volunteers to take up the old deck.',
    ],
  });

export const safetyReview = (about: About): PaperText =>
  shortPaper(about, {
    title: 'Season’s safety review',
    author: 'Nadia Rahman, Membership Secretary',
    paragraphs: [
      'The safety boats were out on 61 days and helped 214 boats. There were four minor injuries, all to hands, and one call to the coastguard, for a paddleboard that was not ours.',
      'The second safety boat’s engine lost power twice. It has been serviced; the yard says that it will serve one more season, not two.',
    ],
    asks: [
      'To note the review.',
      'To put £6,500 aside for an engine next year.',
      'To require gloves for cadets in the rescue boats.',
    ],
  });

export function clubAccounts(): Uint8Array {
  const lines: readonly (readonly [string, number])[] = [
    ['Subscriptions', 41_200],
    ['Berths', 18_650],
    ['Galley and events', 9_340],
    ['Coaching', 12_480],
    ['Rent to the harbour', -16_000],
    ['Boats and engines', -21_730],
    ['Insurance', -8_915],
    ['Club house', -19_260],
  ];
  return writeSpreadsheetFile({
    title: 'Accounts to date',
    author: 'Gareth Pugh',
    sheets: [
      {
        name: 'Season',
        widths: [30, 16],
        rows: [
          ['Pounds', 'To date'],
          ...lines.map(([label, value]) => [label, value]),
          [
            'Surplus',
            { formula: `SUM(B2:B${lines.length + 1})`, value: lines.reduce((sum, line) => sum + line[1], 0) },
          ],
        ],
      },
    ],
  });
}
