import { readFile } from 'node:fs/promises';
import type { MinutesDocument } from '#domain/meeting-minutes.ts';
import type { Context } from '#server/context.ts';
import { makeMinutes } from '#server/integrations/pdf/record/make-minutes.ts';

/** The bytes of their PDF. */
export const setMinutes = ({ config }: Pick<Context, 'config'>, document: MinutesDocument): Promise<Buffer> =>
  makeMinutes({ ...document, creator: config.appName }, ({ path }) => readFile(path));
