import { readFile } from 'node:fs/promises';
import type { MinutesDocument } from '#domain/meeting-minutes.ts';
import type { Context } from '#server/context.ts';
import { makeRecord } from '#server/integrations/pdf/record/make-record.ts';
import { planOf } from './present.ts';

export const setMinutes = ({ config }: Pick<Context, 'config'>, document: MinutesDocument): Promise<Buffer> =>
  makeRecord(planOf(document, config.appName), ({ path }) => readFile(path));
