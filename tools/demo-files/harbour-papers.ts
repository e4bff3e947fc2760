import type { PaperBlock, PaperText } from './paper-blocks.ts';

type About = Pick<PaperText, 'organisation' | 'color' | 'date'>;

const p = (text: string): PaperBlock => ({ kind: 'paragraph', text });
const h = (text: string): PaperBlock => ({ kind: 'heading', text });
const list = (...items: readonly string[]): PaperBlock => ({ kind: 'list', items });

export function registerOfInterests(about: About): PaperText {
  const interests: readonly (readonly [string, string])[] = [
    ['Aisha Benali', 'Partner, Benali Surveying; no work for the Trust since 2021'],
    ['Sunita Gill', 'Governor, Ropewalk Primary School'],
    ['Elena Kowalczyk', 'None'],
    ['Martin Lindqvist', 'Director, Lindqvist Timber, which supplies two of our contractors'],
    ['Thomas McKenna', 'Tenant of the Trust, Chandler House'],
    ['Ruth Okafor', 'Chair, Halifax Food Table'],
    ['Priya Raman', 'Adviser, Fundy Credit Union'],
    ['James Whitfield', 'Spouse employed by the city’s planning office'],
  ];
  return {
    ...about,
    title: 'Register of interests',
    author: 'Elena Kowalczyk, Secretary',
    cover: null,
    chapters: [
      {
        heading: 'Register of interests',
        lead: 'As declared by the trustees',
        blocks: [
          p(
            'Trustees declare what they, and those close to them, own, owe or do that could touch a decision of the board. The register is read at the start of every meeting; changes are told to the Secretary within fourteen days.',
          ),
          {
            kind: 'table',
            columns: [
              { label: 'Trustee', share: 2, align: 'left' },
              { label: 'Interest', share: 5, align: 'left' },
            ],
            rows: interests.map(([name, interest]) => ({ cells: [name, interest] })),
          },
        ],
      },
      {
        heading: 'What to declare',
        blocks: [
          list(
            'Paid work, directorships and partnerships.',
            'Contracts with the Trust, or with a firm that has one.',
            'Land and homes in the area that the Trust works in.',
            'Membership of bodies that the Trust pays or is paid by.',
            'A tenancy or shared ownership of one of the Trust’s homes.',
            'Gifts and hospitality worth more than $50.',
          ),
          h('At the meeting'),
          p(
            'A trustee who has an interest in an item says so when the Chair asks, leaves the room while it is decided, and is not counted in the quorum for it. The minutes record the interest and the time of leaving and coming back.',
          ),
        ],
      },
      {
        heading: 'Changes since the last meeting',
        blocks: [
          p(
            'Martin Lindqvist has added the supply of timber to a second contractor of the Trust. He will leave the room for the item on Wharf Road. Thomas McKenna’s tenancy was renewed on the usual terms.',
          ),
          p('No gifts or hospitality were declared.'),
        ],
      },
    ],
  };
}

export function executiveDirectorsReport(about: About, month: string): PaperText {
  return {
    ...about,
    title: `Executive Director’s report, ${month}`,
    author: 'Hannah Reid, Executive Director',
    cover: null,
    chapters: [
      {
        heading: 'Executive Director’s report',
        lead: 'Since the last meeting',
        blocks: [
          p(
            'It has been a good two months. Thirty-eight homes were let, the boilers at Maple Court run, and the first eleven households have moved from temporary rooms at the harbour into homes of their own.',
          ),
          h('People'),
          p(
            'Owen MacLeod’s team has filled its last open post. The Development Manager’s post is advertised again; three strong candidates will be seen this month. We said goodbye to Margaret Hale after nineteen years at the front desk.',
          ),
          h('Homes'),
          p(
            'The inspection of 240 kitchens by the tenants’ panel is finished. The panel asks for one change above all: extractor fans that can be heard less. We will try two models at Birch Lane before the winter.',
          ),
        ],
      },
      {
        heading: 'Scorecard',
        blocks: [
          {
            kind: 'table',
            columns: [
              { label: 'Measure', share: 4, align: 'left' },
              { label: 'Now', share: 1, align: 'right' },
              { label: 'Last', share: 1, align: 'right' },
              { label: 'Target', share: 1, align: 'right' },
            ],
            rows: [
              { cells: ['Homes let in the quarter', '38', '31', '35'] },
              { cells: ['Days to relet', '17', '24', '21'] },
              { cells: ['Rent collected', '98.9%', '98.4%', '98.5%'] },
              { cells: ['Repairs done in time', '96%', '95%', '95%'] },
              { cells: ['Tenants satisfied with their repair', '90%', '88%', '90%'] },
              { cells: ['Fire safety actions overdue', '4', '9', '0'] },
              { cells: ['Complaints answered in ten days', '94%', '97%', '95%'] },
            ],
          },
          p(
            'Complaints are the one measure that has moved the wrong way: two officers were away in the same fortnight. From this month three are trained.',
          ),
          {
            kind: 'bars',
            title: 'Complaints received',
            note: 'By month',
            bars: ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct'].map((label, nth) => ({
              label,
              value: [14, 12, 17, 11, 9, 13, 10][nth] ?? 0,
            })),
          },
        ],
      },
      {
        heading: 'Partners and outlook',
        blocks: [
          p(
            'The city has confirmed that the design brief for the waterfront keeps the lane at Wharf Road open to carts and bicycles. The housing ministry will decide on the second round of the retrofit fund in January; our application for Dock Street is ready.',
          ),
          h('For the board to know'),
          list(
            'The strategy day is planned for January. A draft programme is in the meeting.',
            'Two trustees’ terms end in June. The Governance Committee begins the search in December.',
            'The audit of data protection found three points, all small, all closed.',
          ),
          h('Dates'),
          list(
            'Tenants’ winter supper, Chandler House',
            'Opening of the workshop at Cooper’s Yard',
            'Visit of the housing minister to Birch Lane',
          ),
        ],
      },
    ],
  };
}

export function wharfRoadBusinessCase(about: About): PaperText {
  return {
    ...about,
    title: 'Wharf Road business case',
    author: 'Thomas McKenna, for the Development Committee',
    cover: {
      kicker: 'Harbour Street Housing Trust',
      lines: ['Wharf Road', 'Business case'],
      note: 'Approval to buy the site and to build 64 homes',
    },
    chapters: [
      {
        heading: '1  The decision',
        blocks: [
          p(
            'The board is asked to approve the purchase of the Wharf Road site for $2.1 million and a build contract of up to $11.4 million, to be let in two stages.',
          ),
          p(
            'The scheme gives 64 homes: 40 at social rent, 16 at a rent between social and market, and 8 for sale on shared terms. It pays back in 31 years, and lowers the surplus by no more than $140 thousand in any year.',
          ),
          list(
            'Buy the site, subject to a clean report on the ground.',
            'Let stage one (design, ground works) up to $1.9 million.',
            'Return to the board before stage two is let.',
          ),
        ],
      },
      {
        heading: '2  Why here',
        blocks: [
          p(
            'There are 1,860 households on the waiting list within two kilometres. The site is flat, served by two bus lines, and next to the school at Ropewalk. It has stood empty since the chandlery closed.',
          ),
          p(
            'Flood risk has been looked at with the province’s figures for 2100. Ground floors stand 1.2 metres above the highest water expected; bicycles, workshops and bins are at lane level, homes above.',
          ),
          h('What neighbours said'),
          p(
            'Two evenings at the Resource Centre were attended by 140 people. They ask for the lane to stay open, for trees on the south side, and for the work to stop at five.',
          ),
        ],
      },
      {
        heading: '3  The homes',
        blocks: [
          {
            kind: 'table',
            columns: [
              { label: 'Home', share: 3, align: 'left' },
              { label: 'Number', share: 1, align: 'right' },
              { label: 'Size, m²', share: 1, align: 'right' },
              { label: 'Rent, month', share: 1.3, align: 'right' },
            ],
            rows: [
              { cells: ['One bedroom', '22', '52', '$790'] },
              { cells: ['Two bedrooms', '26', '71', '$985'] },
              { cells: ['Three bedrooms', '12', '92', '$1,180'] },
              { cells: ['Three bedrooms, step-free', '4', '98', '$1,180'] },
              { cells: ['All homes', '64', '4,340', ''], weight: 'sum' },
            ],
          },
          p(
            'Every home has a window on two sides, and every stair has a bench. The plan is with this paper as a picture.',
          ),
        ],
      },
      {
        heading: '4  What it costs',
        blocks: [
          {
            kind: 'table',
            columns: [
              { label: '$ thousand', share: 3, align: 'left' },
              { label: 'Stage one', share: 1, align: 'right' },
              { label: 'Stage two', share: 1, align: 'right' },
              { label: 'Together', share: 1, align: 'right' },
            ],
            rows: [
              { cells: ['Site and fees', '2,260', '0', '2,260'] },
              { cells: ['Ground works', '1,240', '0', '1,240'] },
              { cells: ['Building', '0', '8,870', '8,870'] },
              { cells: ['Design and supervision', '610', '280', '890'] },
              { cells: ['Contingency', '190', '450', '640'] },
              { cells: ['Cost', '4,300', '9,600', '13,900'], weight: 'sum' },
              { cells: ['Grant', '(1,500)', '(3,100)', '(4,600)'] },
              { cells: ['Sales', '0', '(1,720)', '(1,720)'] },
              { cells: ['To borrow', '2,800', '4,780', '7,580'], weight: 'result' },
            ],
          },
          p(
            'The contract sum of up to $11.4 million holds ground works, building and the contingency for both, with an allowance of six per cent for prices.',
          ),
          {
            kind: 'bars',
            title: 'Cash each quarter',
            note: '$ thousand, from the purchase',
            bars: [2260, 640, 720, 1180, 1960, 2240, 2310, 1540, 1050].map((value, nth) => ({
              label: `Q${nth + 1}`,
              value,
            })),
          },
        ],
      },
      {
        heading: '5  What could go wrong',
        blocks: [
          {
            kind: 'table',
            columns: [
              { label: 'If', share: 3, align: 'left' },
              { label: 'Pays back in', share: 1.2, align: 'right' },
              { label: 'Worst year', share: 1.2, align: 'right' },
            ],
            rows: [
              { cells: ['As planned', '31 years', '(140)'] },
              { cells: ['Building costs 10% more', '36 years', '(205)'] },
              { cells: ['Rates one point higher', '35 years', '(190)'] },
              { cells: ['Grant one year later', '32 years', '(260)'] },
              { cells: ['All of these', '44 years', '(470)'], weight: 'sum' },
            ],
          },
          p(
            'The worst of these years stays inside the lenders’ covenants, and the lowest cash balance stays above the policy’s $2.0 million. The finance report of the same meeting has counted the first payment in.',
          ),
          h('The ground'),
          p(
            'Two of eleven bore holes found tar from the old chandlery. The price of the site has been lowered by $180 thousand for it; the ground works hold $240 thousand.',
          ),
        ],
      },
      {
        heading: '6  Other ways',
        blocks: [
          p(
            'Three were looked at: buying finished homes from a builder, building 40 homes only, and waiting for the city’s own plan. The first is dearer by $31 thousand a home; the second leaves the lane’s cost on fewer homes; the third loses the grant.',
          ),
          list(
            'Buying finished homes: $248 thousand each, no say on the plan.',
            'Forty homes: pays back in 39 years.',
            'Waiting: the grant must be called by March.',
          ),
        ],
      },
      {
        heading: '7  Next steps',
        blocks: [
          {
            kind: 'list',
            numbered: true,
            items: [
              'Report on the ground, four weeks after approval.',
              'Purchase, two weeks after that.',
              'Stage one let in spring.',
              'Stage two to the board before the summer.',
              'First tenants two years later.',
            ],
          },
          p(
            'Questions before the meeting go to Thomas McKenna or to the Secretary. The committee will be on the site on the Monday before; stout shoes are advised.',
          ),
        ],
      },
    ],
  };
}

/** A short paper of a committee: enough to open, read and search. */
export function shortPaper(
  about: About,
  given: {
    readonly title: string;
    readonly author: string;
    readonly paragraphs: readonly string[];
    readonly asks: readonly string[];
  },
): PaperText {
  return {
    ...about,
    title: given.title,
    author: given.author,
    cover: null,
    chapters: [
      { heading: given.title, blocks: given.paragraphs.map(p) },
      { heading: 'What is asked', blocks: [list(...given.asks)] },
    ],
  };
}
