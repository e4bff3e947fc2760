import { readFile } from 'node:fs/promises';
import { downloadRegister, listResolutions, type RegisterQuery, registerPage } from '#contract/resolutions.ts';
import { registerFileMax, statesOfResult } from '#domain/resolutions.ts';
import { recordSlots } from '#server/features/deciding/deciding/base/commands.ts';
import { bodiesOfReader } from '#server/features/deciding/deciding/base/queries.ts';
import { openWritten, writtenSettings } from '#server/features/deciding/motions/written/base/queries.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { pdfDownload } from '#server/http/send-file.ts';
import { makeRecord } from '#server/integrations/pdf/record/make-record.ts';
import { presentRegister, registerPlan } from './present.ts';
import { registerEntries, registerYears } from './queries.ts';

const narrowed = ({ year, body, result, words }: RegisterQuery) => ({
  ...{ year: year ?? null, body: body ?? null, words },
  states: result === undefined ? null : statesOfResult[result],
});

export const registerRoutes: readonly Route[] = [
  implementRead(listResolutions, {
    reads: {
      open: openWritten,
      entries: registerEntries,
      years: registerYears,
      bodies: bodiesOfReader,
      settings: writtenSettings,
    },
    paramsOf: ({ query }) => ({ ...narrowed(query), after: query.after ?? null, most: registerPage + 1 }),
    answer: ({ reader, query, found }) => presentRegister(reader, query.year, found),
  }),

  implementRead(downloadRegister, {
    reads: { entries: registerEntries, years: registerYears, bodies: bodiesOfReader },
    paramsOf: ({ query }) => ({ ...narrowed(query), after: null, most: registerFileMax + 1 }),
    async answer({ context, reader, sessionId, query, found }) {
      const plan = registerPlan(reader, query, { ...found, at: context.clock.now() });
      const bytes = await recordSlots(context)(sessionId, () =>
        makeRecord({ ...plan, creator: context.config.appName }, ({ path }) => readFile(path)),
      );
      return pdfDownload(bytes, { title: plan.title, plainName: 'resolutions' });
    },
  }),
];
