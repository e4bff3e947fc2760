import type { Mutant } from './mutant.ts';

const folders = {
  meetings: 'server/features/homes/meetings/',
  announcements: 'server/features/homes/announcements/',
  library: 'server/features/homes/library/',
  /** What is withheld from one member, of a meeting's. */
  withheld: 'server/features/members/audience/',
} as const;
type HomeName = keyof typeof folders;
const names = Object.keys(folders) as readonly HomeName[];
const homes = names.filter((name) => name !== 'withheld');

/** Where members meet what homes hold, and the test file of each home that must fail when its visibility is broken. */
interface Outlet {
  readonly name: string;
  /** The SQL condition, or its row twin. */
  readonly asks: 'condition' | 'row';
  readonly tests: Partial<Readonly<Record<HomeName, string>>>;
}

const everyHome = (file: string) => Object.fromEntries(homes.map((home) => [home, file]));
const ownTests = {
  meetings: 'server/features/homes/meetings/routes.test.ts',
  announcements: 'server/features/homes/announcements/routes.test.ts',
  library: 'server/features/homes/library/routes.test.ts',
};

const outlets: readonly Outlet[] = [
  { name: 'lists', asks: 'condition', tests: ownTests },
  { name: 'pages', asks: 'row', tests: ownTests },
  { name: 'dashboard', asks: 'condition', tests: everyHome('server/features/views/dashboard/newest.test.ts') },
  { name: 'search', asks: 'condition', tests: everyHome('server/features/views/search/visibility.test.ts') },
  { name: 'reports', asks: 'condition', tests: everyHome('server/features/views/reports/reports.test.ts') },
  { name: 'live events', asks: 'condition', tests: everyHome('server/features/core/events/routes.test.ts') },
  {
    name: 'mail',
    asks: 'condition',
    tests: {
      meetings: 'server/features/homes/meetings/notices/commands.test.ts',
      announcements: 'server/features/homes/announcements/routes.test.ts',
    },
  },
  {
    name: 'board book',
    asks: 'row',
    tests: { meetings: 'server/features/views/board-book/board-book.extended.test.ts' },
  },
  { name: 'feeds', asks: 'condition', tests: { meetings: 'server/features/views/calendar/feeds/feeds.test.ts' } },
  {
    name: 'every way of reading',
    asks: 'condition',
    tests: { withheld: 'tests/withheld-outlets.test.ts' },
  },
  { name: 'loaded rows', asks: 'row', tests: { withheld: 'tests/withheld-outlets.test.ts' } },
  { name: 'magic links', asks: 'row', tests: everyHome('server/features/views/magic/magic.test.ts') },
];

/** One of the breaks of a home's visibility at one outlet. */
export interface OutletMutant extends Mutant {
  readonly home: HomeName;
  readonly outlet: string;
  readonly test: string;
}

/** Each break of a home's visibility once for each outlet that asks it. */
export function outletMutants(broken: readonly Mutant[]): readonly OutletMutant[] {
  return broken.flatMap((mutant) => {
    const home = names.find((each) => mutant.where.startsWith(folders[each]));
    if (home === undefined) throw new Error(`${mutant.where} is of no home.`);
    const asks = mutant.name.endsWith('Where') ? 'condition' : 'row';
    return outlets
      .filter((outlet) => outlet.asks === asks)
      .flatMap(({ name, tests }): OutletMutant[] => {
        const test = tests[home];
        const what = `${functionOf(mutant)} is true, at ${name}`;
        return test === undefined
          ? []
          : [{ ...mutant, name: `${mutant.where.split(':')[0]}: ${what}`, what, home, outlet: name, test }];
      });
  });
}

const functionOf = ({ name }: Mutant): string => name.slice(name.lastIndexOf(' ') + 1);

export const isOutletMutant = (mutant: Mutant): mutant is OutletMutant => 'outlet' in mutant;

/** Home × outlet: whether the outlet's tests noticed each break of what it asks. */
export function outletTable(judged: readonly (OutletMutant & { readonly isNoticed: boolean })[]): readonly string[] {
  const cellOf = (home: HomeName, outlet: string): string => {
    const ofCell = judged.filter((each) => each.home === home && each.outlet === outlet);
    if (ofCell.length === 0) return '–';
    const missed = ofCell.filter(({ isNoticed }) => !isNoticed);
    return missed.length === 0 ? `${ofCell.length} of ${ofCell.length}` : `MISSED ${missed.map(({ what }) => what)}`;
  };
  const outletNames = outlets.map(({ name }) => name);
  return [
    `| home | ${outletNames.join(' | ')} |`,
    `|---|${outletNames.map(() => '---|').join('')}`,
    ...names.map((home) => `| ${home} | ${outletNames.map((name) => cellOf(home, name)).join(' | ')} |`),
  ];
}
