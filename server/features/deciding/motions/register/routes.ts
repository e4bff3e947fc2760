import { listResolutions } from '#contract/resolutions.ts';
import { bodiesOfReader } from '#server/features/deciding/deciding/base/queries.ts';
import { openWritten, writtenSettings } from '#server/features/deciding/motions/written/base/queries.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { presentRegister } from './present.ts';
import { registerEntries, registerYears } from './queries.ts';

export const registerRoutes: readonly Route[] = [
  implementRead(listResolutions, {
    reads: {
      open: openWritten,
      entries: registerEntries,
      years: registerYears,
      bodies: bodiesOfReader,
      settings: writtenSettings,
    },
    paramsOf: ({ query }) => ({
      ...{ year: query.year ?? null, body: query.body ?? null },
      ...{ words: query.words, after: query.after ?? null },
    }),
    answer: ({ reader, query, found }) => presentRegister(reader, query.year, found),
  }),
];
