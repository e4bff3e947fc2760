import { expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { sweepPicturesJob } from '#server/features/members/pictures/jobs.ts';
import { fileAgeMsMin } from '#server/integrations/storage/document-storage.ts';
import { sweepFilesJob } from './deletion/jobs.ts';

const context = {} as Context;

test.each([sweepFilesJob(context), sweepPicturesJob(context)])(
  'the job $name finds a file without a database row within an hour',
  ({ schedule = '' }) => {
    const minutes = schedule.split(' ')[0]?.split(',').map(Number) ?? [];
    const turns = [...minutes, (minutes[0] ?? 0) + 60];
    const longestPause = Math.max(...turns.slice(1).map((minute, nth) => minute - (turns[nth] ?? 0)));
    expect(schedule).toMatch(/^[\d,]+ \* \* \* \*$/);
    expect(fileAgeMsMin / 60_000 + longestPause).toBeLessThan(60);
  },
);
