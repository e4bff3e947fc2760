import { join } from 'node:path';
import { fileOf, type Mutant } from './mutant.ts';

const everywhere = 'views/dashboard/timeline views/search/visibility views/reports/reports core/events/routes'.split(
  ' ',
);
const withheld = ['../../tests/withheld-outlets'];

const outlets: Readonly<Record<string, Readonly<Record<'condition' | 'row', readonly string[]>>>> = {
  'homes/meetings': {
    condition: [
      'homes/meetings/routes',
      'homes/meetings/notices/commands',
      'views/calendar/feeds/feeds',
      ...everywhere,
    ],
    row: [
      'homes/meetings/routes',
      'papers/kept-papers/kept-papers',
      'views/board-book/board-book.extended',
      'views/magic/magic',
    ],
  },
  'homes/announcements': {
    condition: ['homes/announcements/routes', ...everywhere],
    row: ['homes/announcements/routes', 'views/magic/magic'],
  },
  'homes/library': {
    condition: ['homes/library/routes', ...everywhere],
    row: ['homes/library/routes', 'views/magic/magic'],
  },
  'members/audience': { condition: withheld, row: [...withheld, 'papers/kept-papers/kept-papers'] },
};

export function outletMutants(broken: readonly Mutant[]): readonly Mutant[] {
  return broken.flatMap((mutant) => {
    const file = fileOf(mutant);
    const module = Object.keys(outlets).find((each) => file.startsWith(`server/features/${each}/`)) ?? '';
    const function_ = mutant.name.slice(mutant.name.lastIndexOf(' ') + 1);
    const places = outlets[module]?.[function_.endsWith('Where') ? 'condition' : 'row'];
    if (!places) throw new Error(`No test is named for the visibility in ${file}.`);
    return places.map((place) => ({
      ...mutant,
      name: `${file}: ${function_} is broken, at ${place}`,
      test: join('server/features', `${place}.test.ts`),
    }));
  });
}
