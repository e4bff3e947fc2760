import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Motion } from '#contract/motions.ts';
import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { localToInstant } from '#domain/local-time.ts';
import { actionItemJobs } from '#server/features/deciding/action-items/jobs.ts';
import { makeActionItem } from './support/action-items.ts';
import { callToOrder, type DecidingStage, stageMeeting } from './support/deciding-stage.ts';
import { inBoard, type MadeBoard, type MadeMember, makeBoard, makeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

/** The days of a board end at its own midnight, on both clock changes, on February 29 and at the end of the year. */
const server = testApp();

/** Zones of both hemispheres. Lord Howe changes by half an hour, and Santiago at midnight. */
const zones = [
  ['America/Halifax', '2028-03-12', '2028-11-05'],
  ['Europe/London', '2028-03-26', '2028-10-29'],
  ['Australia/Lord_Howe', '2028-10-01', '2028-04-02'],
  ['Pacific/Auckland', '2028-09-24', '2028-04-02'],
  ['America/Santiago', '2028-09-03', '2028-04-01'],
] as const;
const leapDay = '2028-02-29';
const lastDay = '2028-12-31';

describe.each(zones)('in %s', (timeZone, forward, back) => {
  const days = [forward, back, leapDay, lastDay];
  const at = (date: string, time = '00:00'): Date => localToInstant({ date, time }, timeZone);
  const midnightAfter = (day: string): Date => at(dayAfter(day));
  const justBefore = (instant: Date): Date => new Date(+instant - 1);
  const hoursOf = (day: string): number => (+midnightAfter(day) - +at(day)) / 3_600_000;

  test('the clocks change on these days, and the other days have 24 hours', () => {
    const change = timeZone === 'Australia/Lord_Howe' ? 0.5 : 1;
    expect(days.map(hoursOf)).toEqual([24 - change, 24 + change, 24, 24]);
  });

  test('PostgreSQL and the server agree on the board’s day and its year at each midnight', async () => {
    const instants = days.flatMap((day) => [
      justBefore(at(day)),
      at(day),
      justBefore(midnightAfter(day)),
      midnightAfter(day),
    ]);
    const board = await makeBoard(server.context, { timeZone });
    const found = await inBoard(server.context, board.id, async (tx) => {
      const { rows } = await sql<{ day: string; year: number }>`
        select (each.at at time zone board.time_zone)::date::text as day,
          extract(year from each.at at time zone board.time_zone)::int as year
        from unnest(${instants}::timestamptz[]) with ordinality each (at, nth), boards board
        where board.id = ${board.id} order by each.nth
      `.execute(tx);
      return rows;
    });
    expect(found.map(({ day }) => day)).toEqual(days.flatMap((day) => [dayAfter(day, -1), day, day, dayAfter(day)]));
    expect(found).toEqual(
      instants.map((instant) => {
        const day = isoDate(instant, timeZone);
        return { day, year: Number(day.slice(0, 4)) };
      }),
    );
  });

  describe('an action item', () => {
    let board: MadeBoard;
    let owner: MadeMember;
    beforeEach(async () => {
      server.context.clock.set('2028-01-10T12:00:00Z');
      board = await makeBoard(server.context, { timeZone });
      owner = await makeMember(server.context, { board });
    });

    test('is overdue exactly from the midnight after its day', async () => {
      for (const day of days) {
        const { uid } = await makeActionItem(server.context, { boardId: board.id, owner, dueOn: day });
        const isOverdue = async (when: Date): Promise<boolean> => {
          server.context.clock.set(when);
          const client = await server.signIn(owner);
          const { today } = (await client.get('/ajax/action-items')).json.data;
          const { is_overdue: byLink } = (await client.get(`/ajax/magic/action-items/${uid}`)).json.data.item;
          expect(byLink).toBe(day < today);
          return byLink;
        };
        expect([await isOverdue(justBefore(midnightAfter(day))), await isOverdue(midnightAfter(day))], day).toEqual([
          false,
          true,
        ]);
      }
    });

    test('has one reminder, on its day at 08:00 in the board’s zone', async () => {
      for (const day of [leapDay, ...[forward, back].toSorted(), lastDay]) {
        const other = await makeMember(server.context, { board });
        await makeActionItem(server.context, { boardId: board.id, owner: other, dueOn: day });
        await inBoard(server.context, board.id, (tx) =>
          // Earlier reminders were sent.
          tx
            .updateTable('action_items')
            .set({ reminded_on: dayAfter(day, -1) })
            .where('owner_id', '=', other.id)
            .execute(),
        );
        const sentAt = async (when: Date): Promise<number> => {
          const before = server.context.sent.length;
          server.context.clock.set(when);
          const find = actionItemJobs(server.context).find(({ name }) => name === 'send-action-reminders');
          if (!find) throw new Error('No job finds what is due.');
          await find.handle({}, { attempt: 1, isLast: true });
          await server.context.runJobs();
          return server.context.sent.slice(before).filter(({ to }) => to.address === other.email).length;
        };
        const eight = at(day, '08:00');
        expect(
          [await sentAt(justBefore(eight)), await sentAt(eight), await sentAt(new Date(+eight + 3_600_000))],
          day,
        ).toEqual([0, 1, 0]);
      }
    });
  });

  describe('a resolution', () => {
    let stage: DecidingStage;
    beforeEach(async () => {
      stage = await stageMeeting(server, { voters: 2 });
      await inBoard(server.context, stage.board.id, async (tx) => {
        await tx.updateTable('boards').set({ time_zone: timeZone }).where('id', '=', stage.board.id).execute();
        await tx.updateTable('deciding_settings').set({ seconder: false }).execute();
      });
      await callToOrder(stage);
    });

    async function carriedAt(when: Date): Promise<string | null> {
      server.context.clock.set(new Date(+when - 60_000));
      const [chair, other] = stage.voters;
      const desk = await server.signIn(chair);
      const text = `Carried ${when.toISOString()}`;
      const ofText = ({ json }: { json: { data: { motions: readonly Motion[] } } }): Motion => {
        const found = json.data.motions.find((motion) => motion.text === text);
        if (!found) throw new Error(`The motion was not put: ${JSON.stringify(json)}`);
        return found;
      };
      const item = stage.items[0].id;
      const { id } = ofText(await desk.post(`/ajax/agenda-items/${item}/motions`, { text, mover_id: other?.id }));
      const vote = ofText(await desk.post(`/ajax/motions/${id}/votes`, { way: 'named' })).votes[0];
      await desk.put(`/ajax/votes/${vote?.id}/ballot`, { choice: 'for', key: crypto.randomUUID() });
      server.context.clock.set(when);
      return ofText(await desk.post(`/ajax/votes/${vote?.id}/close`, {})).votes[0]?.number ?? null;
    }

    test('is numbered by the board’s year, from its midnight on', async () => {
      const numbers: (string | null)[] = [];
      for (const day of ['2027-12-31', leapDay, ...[forward, back].toSorted(), lastDay]) {
        numbers.push(
          await carriedAt(justBefore(midnightAfter(day))),
          await carriedAt(new Date(+midnightAfter(day) + 1)),
        );
      }
      const inYear = Array.from({ length: 8 }, (_, nth) => `2028-${String(nth + 1).padStart(3, '0')}`);
      expect(numbers).toEqual(['2027-001', ...inYear, '2029-001']);
      server.context.clock.set('2029-02-01T12:00:00Z');
      const reader = await server.signIn(stage.voters[0]);
      const { years, figures } = (await reader.get('/ajax/resolutions?year=2028')).json.data;
      expect([years, figures.carried]).toEqual([[2029, 2028, 2027], 8]);
    });
  });
});
