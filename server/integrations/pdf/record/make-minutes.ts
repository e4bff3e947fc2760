import type { MinutesDocument } from '#domain/meeting-minutes.ts';
import { type MadeRecord, makeRecord, recordBounds } from './make-record.ts';
import { planOf } from './minutes-plan.ts';

/** As `makeRecord`, of minutes. */
export const makeMinutes = <T>(
  document: MinutesDocument & { /** The product. */ readonly creator: string },
  work: (made: MadeRecord) => Promise<T>,
  bounds = recordBounds,
): Promise<T> => makeRecord(planOf(document, document.creator), work, bounds);
