import { readFile } from 'node:fs/promises';
import type { MinutesDocument } from '#domain/meeting-minutes.ts';
import type { Context } from '#server/context.ts';
import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';
import { makeMinutes } from '#server/integrations/pdf/record/make-minutes.ts';

/** Drafts are set when they are asked for: a few at once. */
export const draftSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 5 }));

/** The bytes of their PDF. */
export const setMinutes = ({ config }: Pick<Context, 'config'>, document: MinutesDocument): Promise<Buffer> =>
  makeMinutes({ ...document, creator: config.appName }, ({ path }) => readFile(path));
