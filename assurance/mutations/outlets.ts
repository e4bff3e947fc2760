import type { Mutant } from './mutant.ts';

const folders = {
  meetings: 'server/features/homes/meetings/',
  announcements: 'server/features/homes/announcements/',
  library: 'server/features/homes/library/',
  /** Items of a meeting that are withheld from one member. */
  withheld: 'server/features/members/audience/',
} as const;
type HomeName = keyof typeof folders;
const names = Object.keys(folders) as readonly HomeName[];
const homes = names.filter((name) => name !== 'withheld');

/** A place that shows contents of homes, and the test file per home that must fail when the home's visibility is broken. */
interface Outlet {
  readonly name: string;
  /** Whether the outlet uses the SQL condition or the row predicate. */
  readonly uses: 'condition' | 'row';
  readonly tests: Partial<Readonly<Record<HomeName, string>>>;
}

const everyHome = (file: string) => Object.fromEntries(homes.map((home) => [home, file]));
const ownTests = {
  meetings: 'server/features/homes/meetings/routes.test.ts',
  announcements: 'server/features/homes/announcements/routes.test.ts',
  library: 'server/features/homes/library/routes.test.ts',
};

const outlets: readonly Outlet[] = [
  { name: 'lists', uses: 'condition', tests: ownTests },
  { name: 'pages', uses: 'row', tests: ownTests },
  { name: 'dashboard', uses: 'condition', tests: everyHome('server/features/views/dashboard/timeline.test.ts') },
  { name: 'search', uses: 'condition', tests: everyHome('server/features/views/search/visibility.test.ts') },
  { name: 'reports', uses: 'condition', tests: everyHome('server/features/views/reports/reports.test.ts') },
  { name: 'live events', uses: 'condition', tests: everyHome('server/features/core/events/routes.test.ts') },
  {
    name: 'mail',
    uses: 'condition',
    tests: {
      meetings: 'server/features/homes/meetings/notices/commands.test.ts',
      announcements: 'server/features/homes/announcements/routes.test.ts',
    },
  },
  {
    name: 'board book',
    uses: 'row',
    tests: { meetings: 'server/features/views/board-book/board-book.extended.test.ts' },
  },
  { name: 'feeds', uses: 'condition', tests: { meetings: 'server/features/views/calendar/feeds/feeds.test.ts' } },
  {
    name: 'every way of reading',
    uses: 'condition',
    tests: { withheld: 'tests/withheld-outlets.test.ts' },
  },
  { name: 'loaded rows', uses: 'row', tests: { withheld: 'tests/withheld-outlets.test.ts' } },
  { name: 'magic links', uses: 'row', tests: everyHome('server/features/views/magic/magic.test.ts') },
];

/** Repeats each mutant of a home's visibility for each outlet that uses it. */
export function outletMutants(broken: readonly Mutant[]): readonly Mutant[] {
  return broken.flatMap((mutant) => {
    const home = names.find((each) => mutant.where.startsWith(folders[each]));
    if (home === undefined) throw new Error(`${mutant.where} belongs to no home.`);
    const uses = mutant.name.endsWith('Where') ? 'condition' : 'row';
    return outlets
      .filter((outlet) => outlet.uses === uses)
      .flatMap(({ name, tests }) => {
        const test = tests[home];
        const what = `${functionOf(mutant)} is true, at ${name}`;
        return test === undefined ? [] : [{ ...mutant, name: `${mutant.where.split(':')[0]}: ${what}`, what, test }];
      });
  });
}

const functionOf = ({ name }: Mutant): string => name.slice(name.lastIndexOf(' ') + 1);
