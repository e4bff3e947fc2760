import {
  downloadRegister,
  downloadResolution,
  listResolutions,
  type RegisterQuery,
  registerPage,
} from '#contract/resolutions.ts';
import { registerFileMax, statesOfResult } from '#domain/resolutions.ts';
import { notFound } from '#server/errors.ts';
import { auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import { bodiesOfReader } from '#server/features/deciding/deciding/bodies/queries.ts';
import { recordDownload } from '#server/features/deciding/deciding/record-download.ts';
import { circulatingPlan } from '#server/features/deciding/motions/written/present.ts';
import {
  openWritten,
  writtenFile,
  writtenSettings,
} from '#server/features/deciding/motions/written/resolution/queries.ts';
import { canSeeWritten } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { madeDownload } from '#server/http/send-file.ts';
import { carriedPlan, presentRegister, registerPlan } from './present.ts';
import { registerEntries, registerReader, registerVote, registerYears } from './queries.ts';

const narrowed = ({ year, body, result, words }: RegisterQuery) => ({
  year: year ?? null,
  body: body ?? null,
  words,
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

  implementRead(downloadResolution, {
    reads: { written: writtenFile, vote: registerVote },
    answer({ context, reader, sessionId, found: { written, vote } }) {
      const row = written !== null && canSeeWritten(reader, written) ? written : vote;
      if (row === null) throw notFound();
      const name = { title: `${row.number ?? ''} ${row.title}`.trim(), plainName: 'resolution' };
      if ('base64' in row && row.base64 !== null) return madeDownload(Buffer.from(row.base64, 'base64'), name);
      if ('base64' in row && row.state !== 'circulating') throw notFound();
      const plan = 'base64' in row ? circulatingPlan(reader.board, row) : carriedPlan(reader.board, row);
      return recordDownload(context, { sessionId, memberId: reader.member.id }, { plan, ...name });
    },
  }),

  implementRead(downloadRegister, {
    reads: { entries: registerEntries, years: registerYears, bodies: bodiesOfReader, person: registerReader },
    paramsOf: ({ query }) => ({ ...narrowed(query), after: null, most: registerFileMax + 1 }),
    async answer({ context, reader, sessionId, query, found: { person, ...found }, now, record }) {
      const planAt = (at: Date) => registerPlan(reader, query, { ...found, name: person?.name ?? '', at });
      const plan = planAt(now);
      const by = { sessionId, memberId: reader.member.id };
      const name = { title: plan.title, plainName: 'resolutions' };
      // The time of the download must not make an unchanged register a new file.
      const file = await recordDownload(context, by, { plan, shown: planAt(new Date(0)), ...name });
      const entry = { action: 'resolution.register-downloaded', subjectKind: 'body' } as const;
      await record(auditRecord, auditRecordOf([{ ...entry, subjectId: query.body ?? reader.board.id }]));
      return file;
    },
  }),
];
