import type { Chapter, PaperBlock, PaperText } from './paper-blocks.ts';
import type { PaperTable } from './pdf-paper.ts';

/** Cover, contents, nine chapters of which two run over, and a page for each estate. */
const estates = [
  'Maple Court',
  'Birch Lane',
  'Dock Street',
  'Chandler House',
  'Ropewalk',
  'Anchor Row',
  'Lighthouse View',
  'Cooper’s Yard',
  'Mill Brook',
  'Signal Hill',
  'Tannery Place',
  'Orchard Close',
  'Ferry Road',
  'Spruce Gardens',
  'Quarry Bank',
  'Netmakers’ Green',
  'Sailmaker Court',
  'Gull Terrace',
  'Bakery Square',
  'Stonewall Park',
  'Harbour Street',
  'Elm Walk',
  'Brewery Lane',
  'St. Brendan’s',
  'Foundry Court',
  'Weaver Street',
  'Citadel Mews',
  'Cedar Point',
  'Wharf Cottages',
  'Admiral House',
  'Willow Way',
] as const;

const money = (value: number): string =>
  value < 0 ? `(${Math.abs(value).toLocaleString('en-CA')})` : value.toLocaleString('en-CA');

const figures = (label: string, ...names: readonly string[]): PaperTable['columns'] => [
  { label, share: 3, align: 'left' },
  ...names.map((name) => ({ label: name, share: 1.2, align: 'right' as const })),
];

const row = (label: string, values: readonly number[], weight: 'plain' | 'sum' | 'result' = 'plain') => ({
  cells: [label, ...values.map(money)],
  weight,
});

const p = (text: string): PaperBlock => ({ kind: 'paragraph', text });
const h = (text: string): PaperBlock => ({ kind: 'heading', text });

/** 42 pages. `surplus` stands in it often enough to search for. */
export function harbourFinanceReport(about: Pick<PaperText, 'organisation' | 'color' | 'date'>): PaperText {
  return {
    ...about,
    title: 'Finance report, Q2 2026–27',
    author: 'Owen MacLeod, Director of Finance',
    cover: {
      kicker: 'Harbour Street Housing Trust',
      lines: ['Finance report', 'Second quarter', '2026–27'],
      note: 'For the board, with the reforecast to March 2027',
    },
    chapters: [...chapters, ...estates.map(estateStatement)],
  };
}

const chapters: readonly Chapter[] = [
  {
    heading: '1  Summary of results',
    lead: 'Six months ended September 30, 2026',
    blocks: [
      p(
        'The half-year closes with a surplus of $557 thousand, $192 thousand ahead of budget. Income is $214 thousand above budget, mainly because the energy retrofit grant was received one quarter early. Maintenance is $74 thousand over budget: the boiler replacement at Maple Court was brought forward to September so that homes are ready for winter.',
      ),
      {
        kind: 'table',
        columns: figures('$ thousand', 'Actual', 'Budget', 'Variance', 'Full year'),
        rows: [
          row('Rental income', [4812, 4760, 52, 9640]),
          row('Service charges', [618, 622, -4, 1240]),
          row('Grants', [905, 780, 125, 1610]),
          row('Other income', [147, 106, 41, 240]),
          row('Total income', [6482, 6268, 214, 12730], 'sum'),
          row('Property maintenance', [-1684, -1610, -74, -3390]),
          row('Housing services', [-1120, -1148, 28, -2286]),
          row('Staff', [-1962, -1990, 28, -3978]),
          row('Utilities and insurance', [-548, -531, -17, -1094]),
          row('Finance costs', [-611, -624, 13, -1238]),
          row('Total expenditure', [-5925, -5903, -22, -11986], 'sum'),
          row('Surplus', [557, 365, 192, 744], 'result'),
        ],
      },
      {
        kind: 'bars',
        title: 'Surplus by month',
        note: '$ thousand, April to September',
        bars: ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'].map((label, nth) => ({
          label,
          value: [71, 82, 78, 96, 138, 92][nth] ?? 0,
        })),
      },
    ],
  },
  {
    heading: '2  What the board is asked',
    blocks: [
      p('The board is asked to receive the results for the half-year and to approve the reforecast to March 2027.'),
      {
        kind: 'list',
        numbered: true,
        items: [
          'To note the surplus of $557 thousand and the reasons why it is ahead of budget.',
          'To approve the reforecast surplus of $744 thousand for the year to March 31, 2027.',
          'To approve $180 thousand from the reserve for the second stage of roof repairs at Dock Street.',
          'To note that every covenant of the lenders was met at the end of the quarter.',
        ],
      },
      h('What has changed since the first quarter'),
      p(
        'The first quarter closed with a surplus of $231 thousand. Three things have changed since: the retrofit grant came early, void loss fell below two per cent for the first time in three years, and the insurance renewal in July cost more than the budget allowed.',
      ),
      p(
        'None of the three changes the direction of the year. The grant is a matter of timing, and without it the surplus would be $67 thousand ahead of budget rather than $192 thousand. The committee asked for that figure to be shown beside the headline in every report until the year end.',
      ),
    ],
  },
  {
    heading: '3  Rental income and voids',
    blocks: [
      p(
        'Homes were empty for an average of 17 days between tenancies, against a target of 21. Void loss was 1.6 per cent of rent due.',
      ),
      {
        kind: 'table',
        columns: figures('Key measure', 'Q2', 'Q1', 'Target'),
        rows: [
          { cells: ['Void loss', '1.6%', '2.1%', '2.0%'] },
          { cells: ['Days to relet', '17', '24', '21'] },
          { cells: ['Rent collected', '98.9%', '98.4%', '98.5%'] },
          { cells: ['Arrears over 30 days', '2.3%', '2.7%', '3.0%'] },
          { cells: ['Homes let in the quarter', '38', '31', '35'] },
          { cells: ['Homes in management', '1,124', '1,118', '1,124'] },
        ],
      },
      p(
        'Arrears have fallen for four quarters in a row. The two welfare advisers who joined in January now see every new tenant in the first fortnight, and 61 households began to receive a benefit that they had not claimed before.',
      ),
      {
        kind: 'bars',
        title: 'Homes let by month',
        note: 'April to September',
        bars: ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'].map((label, nth) => ({
          label,
          value: [9, 11, 11, 12, 15, 11][nth] ?? 0,
        })),
      },
    ],
  },
  {
    heading: '4  Maintenance',
    blocks: [
      p(
        'Planned work is on programme at seven of nine sites. The boilers at Maple Court were replaced in September, one quarter before the programme said, at a cost of $68 thousand.',
      ),
      {
        kind: 'table',
        columns: figures('$ thousand', 'Actual', 'Budget', 'Variance'),
        rows: [
          row('Day-to-day repairs', [-612, -620, 8]),
          row('Empty homes', [-148, -156, 8]),
          row('Planned work', [-694, -601, -93]),
          row('Safety checks', [-141, -144, 3]),
          row('Grounds', [-89, -89, 0]),
          row('Total maintenance', [-1684, -1610, -74], 'result'),
        ],
      },
      h('Safety'),
      p(
        'All gas, lift and fire safety checks due in the quarter were carried out. Four of 212 actions from fire risk assessments are overdue; each waits for a part, has a date, and is watched weekly by the Director of Property.',
      ),
      h('Satisfaction'),
      p(
        'Nine in ten tenants were satisfied with their last repair. The most frequent complaint is not the work but the message about the appointment; texts with the name of the person who will come are on trial at Birch Lane.',
      ),
    ],
  },
  {
    heading: '5  Staff',
    blocks: [
      p(
        'Staff costs are $28 thousand under budget because two posts were open for part of the half-year. Both have been filled since, and the saving will not recur.',
      ),
      {
        kind: 'table',
        columns: figures('Team', 'Posts', 'Filled', 'Open'),
        rows: [
          row('Housing services', [21, 21, 0]),
          row('Property', [17, 16, 1]),
          row('Finance', [8, 8, 0]),
          row('Development', [5, 4, 1]),
          row('Office of the Executive Director', [4, 4, 0]),
          row('All teams', [55, 53, 2], 'sum'),
        ],
      },
      p(
        'Sickness was 3.1 days for each member of staff in the half-year, down from 4.4. The staff survey closes in December and will come to the board in February.',
      ),
    ],
  },
  {
    heading: '6  Cash and borrowing',
    blocks: [
      p(
        'Cash at the end of the quarter was $3.9 million. The lowest point forecast for the next eighteen months is $2.6 million in August 2027, when the first payment for Wharf Road falls due. The policy asks for $2.0 million at all times.',
      ),
      {
        kind: 'table',
        columns: figures('$ thousand', 'Limit', 'Drawn', 'Left'),
        rows: [
          row('Fixed loan to 2041', [14200, 14200, 0]),
          row('Fixed loan to 2034', [6400, 6400, 0]),
          row('Revolving facility', [8000, 1500, 6500]),
          row('All borrowing', [28600, 22100, 6500], 'sum'),
        ],
      },
      h('Covenants'),
      {
        kind: 'table',
        columns: figures('Covenant', 'Actual', 'Limit'),
        rows: [
          { cells: ['Interest cover', '1.91', 'at least 1.25'] },
          { cells: ['Gearing', '41%', 'at most 60%'] },
          { cells: ['Asset cover', '1.74', 'at least 1.20'] },
        ],
      },
    ],
  },
  {
    heading: '7  Reforecast to March 2027',
    blocks: [
      p(
        'The reforecast keeps the year’s surplus at $744 thousand, $31 thousand above the budget of $713 thousand. It moves the retrofit grant from the third quarter to the second, adds the insurance renewal, and takes the boilers at Maple Court out of the fourth quarter.',
      ),
      {
        kind: 'table',
        columns: figures('$ thousand', 'Budget', 'Reforecast', 'Change'),
        rows: [
          row('Income', [12604, 12730, 126]),
          row('Expenditure', [-11891, -11986, -95]),
          row('Surplus', [713, 744, 31], 'result'),
        ],
      },
      h('Sensitivities'),
      {
        kind: 'list',
        items: [
          'One point on the variable rate costs $15 thousand in a year.',
          'Half a point on void loss costs $48 thousand in a year.',
          'A winter like that of 2022 would add $90 thousand to repairs.',
        ],
      },
    ],
  },
  {
    heading: '8  Risks',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'Risk', share: 4, align: 'left' },
          { label: 'Owner', share: 2, align: 'left' },
          { label: 'Trend', share: 1, align: 'right' },
        ],
        rows: [
          { cells: ['Cost of building rises before Wharf Road is let', 'Development', 'rising'] },
          { cells: ['Insurance renewal in July 2027', 'Finance', 'level'] },
          { cells: ['Roof at Dock Street fails before it is repaired', 'Property', 'falling'] },
          { cells: ['Two lenders withdraw from the sector', 'Finance', 'level'] },
          { cells: ['A data breach at a contractor', 'Executive Director', 'level'] },
        ],
      },
      p(
        'The register was reviewed by the Finance & Audit Committee. Nothing was added; the risk that the retrofit grant is late was closed, since the grant has been received.',
      ),
    ],
  },
  {
    heading: '9  Notes on the estate statements',
    blocks: [
      p(
        'The pages that follow show one estate each: the rent due and collected, what was spent, and what the estate contributed to the surplus before finance costs and central staff. Figures are unaudited. Small differences are due to rounding.',
      ),
      p(
        'Estates with a deficit are those in which planned work fell into the half-year. Over ten years every estate but St. Brendan’s contributes a surplus; the options for St. Brendan’s come to the board in spring.',
      ),
    ],
  },
];

function estateStatement(name: string, nth: number): Chapter {
  const homes = 18 + ((nth * 13) % 47);
  const rent = homes * 4.28;
  const due = Math.round(rent);
  const collected = Math.round(rent * (0.982 + ((nth * 7) % 15) / 1000));
  const services = Math.round(homes * 0.55);
  const repairs = -Math.round(homes * (0.9 + ((nth * 5) % 9) / 10));
  const planned = 0 - ((nth * 17) % 61);
  const housing = -Math.round(homes * 0.62);
  const income = collected + services;
  const spent = repairs + planned + housing;
  return {
    heading: `Estate statement: ${name}`,
    lead: `${homes} homes, six months ended September 30, 2026`,
    blocks: [
      {
        kind: 'table',
        columns: figures('$ thousand', 'Actual', 'Budget', 'Variance'),
        rows: [
          row('Rent due', [due, due, 0]),
          row('Rent collected', [collected, Math.round(rent * 0.985), collected - Math.round(rent * 0.985)]),
          row('Service charges', [services, services, 0]),
          row('Income', [income, Math.round(rent * 0.985) + services, collected - Math.round(rent * 0.985)], 'sum'),
          row('Repairs', [repairs, -Math.round(homes * 1.3), repairs + Math.round(homes * 1.3)]),
          row('Planned work', [planned, -30, planned + 30]),
          row('Housing services', [housing, housing, 0]),
          row(
            'Contribution to the surplus',
            [
              income + spent,
              Math.round(rent * 0.985) + services - Math.round(homes * 1.3) - 30 + housing,
              income + spent - (Math.round(rent * 0.985) + services - Math.round(homes * 1.3) - 30 + housing),
            ],
            'result',
          ),
        ],
      },
      p(
        `${name} has ${homes} homes, of which ${['none was', 'one was', 'two were', 'three were'][nth % 4]} empty at the end of the quarter. ${Math.round(homes * 1.8)} repairs were asked for and ${Math.round(homes * 1.74)} were done in time.${planned < -40 ? ' Planned work fell into this half-year, which is why its contribution is low.' : ''}`,
      ),
      {
        kind: 'bars',
        title: 'Repairs by month',
        note: 'Jobs, April to September',
        bars: ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'].map((label, month) => ({
          label,
          value: 6 + ((nth * 3 + month * 5) % 19),
        })),
      },
    ],
  };
}
