import { describe, expect, test } from 'vitest';
import type { MinutesEvent } from '#domain/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { minutesFacts } from '#domain/minutes-sheet.ts';
import { minutesLine } from '#domain/minutes-text.ts';
import { message, motionText } from '#tests/support/boardroom.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { stage, minutes } = minutesStage(server);
const { ada, bea, cleo, dora, eve, sol, at, path, point, itemAt } = stage;
const { shown, section, begin, adjourn, hold } = minutes;
const beginAtItem = async () => {
  await begin();
  await point();
};
const november = (time: string) => `2026-11-19T${time}.000Z`;
const textOf = (event: MinutesEvent) => minutesLine(event, 'UTC');
const lines = async () => (await section(1)).events.map((event) => textOf(event).text);

describe('minutes', () => {
  test('are created at the call to order, or by officers and editors once after the meeting’s start time', async () => {
    expect((await bea.get(path('minutes'))).json.data).toEqual({ minutes: null, can: { start: true } });
    expect((await dora.get(path('minutes'))).json.data).toEqual({ minutes: null, can: { start: false } });
    expect((await sol.post(path('minutes'), {})).status).toBe(403);
    expect(message(await bea.post(path('minutes', minutes.next), {}))).toBe(minutesMessages.tooEarly);
    await begin();
    expect(await shown()).toMatchObject({ state: 'draft', version: 0, can: { write: true, circulate: false } });
    expect(message(await bea.post(path('minutes'), {}))).toBe(minutesMessages.begun);
  });
});

describe('the record', () => {
  test('lists the members expected at a meeting that was never called to order, but not members who joined later', async () => {
    const join = async (firstName: string, created_at: string) => {
      const member = await server.make.member({ board: stage.board, firstName, lastName: 'Late' });
      await stage.inBoard((tx) => tx.updateTable('members').set({ created_at }).where('id', '=', member.id).execute());
      return member;
    };
    await join('Gil', '2026-11-19T15:00:00Z');
    await join('Hal', '2026-11-20T09:00:00Z');
    await stage.invite(stage.meeting, [await join('Ida', '2026-11-20T09:00:00Z')]);
    at('2026-11-20T10:00:00Z');
    await stage.signInAgain();
    await bea.post(path('minutes'), {});
    const names = (await shown()).head.attendees?.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(['Ada Byron', 'Sol Byron', 'Gil Late', 'Ida Late']));
    expect(names).not.toContain('Hal Late');
    const { people, line } = await stage.room();
    expect(people).toHaveLength(names.length);
    expect(line.quorum?.in_office).toBe(names.length - 1);
  });

  test('contains attendance, times, motions and their results', async () => {
    await stage.query(`update invitees set acceptance = 'declined' where member_id = $1`, [eve.id]);
    await hold();
    const { head } = await shown();
    expect(head.attendees?.map(({ name, attendance, office }) => [name, attendance, office])).toEqual([
      ['Ada Byron', 'present', null],
      ['Bea Byron', 'present', 'secretary'],
      ['Cleo Byron', 'present', 'chair'],
      ['Dora Byron', 'present', null],
      ['Eve Byron', 'apologies', null],
      ['Sol Byron', 'absent', null],
    ]);
    expect(head).toMatchObject({
      called_at: november('14:01:00'),
      adjourned_at: november('15:00:00'),
      quorum: { present: 4, needed: 3, in_office: 5, met: true },
    });
    const decided = await section(1);
    expect(decided).toMatchObject({ number: '2', from: november('14:10:00'), until: november('14:40:00') });
    expect(decided.events).toMatchObject([
      {
        kind: 'motion',
        text: motionText,
        mover: 'Bea Byron',
        seconder: 'Cleo Byron',
        state: 'carried',
        at: november('14:20:00'),
        votes: [
          {
            result: 'carried',
            number: '2026-001',
            counts: { for: 2, against: 1, abstain: 0 },
            named: [
              { name: 'Ada Byron', choice: 'for' },
              { name: 'Bea Byron', choice: 'for' },
              { name: 'Cleo Byron', choice: 'against' },
            ],
            lost_quorum: false,
            quorum: { present: 4, needed: 3, in_office: 5 },
          },
        ],
      },
    ]);
  });

  test('contains each period that the meeting spent on an item, except periods of a few seconds', async () => {
    await begin();
    for (const [time, nth] of [
      ['14:05:00', 1],
      ['14:05:20', 0],
      ['14:11:00', 1],
      ['14:20:00', 0],
    ] as const) {
      at(time);
      await point(itemAt(nth));
    }
    at('14:30:00');
    await adjourn();
    expect(await section(1)).toMatchObject({ from: november('14:11:00'), until: november('14:20:00') });
    expect((await section(1)).again).toBeUndefined();
    expect(await section(0)).toMatchObject({
      from: november('14:05:20'),
      until: november('14:11:00'),
      again: [{ from: november('14:20:00'), until: november('14:30:00') }],
    });
  });

  test('states when the quorum was lost and regained, both under the item and at the top', async () => {
    await beginAtItem();
    for (const [time, leaving] of [
      ['14:20:00', cleo],
      ['14:25:00', dora],
    ] as const) {
      at(time);
      await stage.leave(leaving);
    }
    at('14:31:00');
    await stage.arrive(cleo, 'remote');
    at('15:00:00');
    await adjourn();
    expect((await lines()).filter((line) => line.includes('quorum'))).toEqual([
      'The quorum was lost.',
      'The quorum was regained.',
    ]);
    const { head, sections } = await shown();
    expect(minutesFacts(head, sections, 'UTC').find(({ label }) => label === 'Quorum')?.words).toMatch(
      /^4 of 5 present.*; 3 needed\. The quorum was lost at 2:25 PM and regained at 2:31 PM\.$/,
    );
  });

  test('states that a motion was moved but not voted on', async () => {
    await beginAtItem();
    await stage.propose();
    await adjourn();
    const [event] = (await section(1)).events;
    expect(textOf(event as MinutesEvent).motion?.result).toBe('Not voted on');
  });

  test('contains an adjournment that was undone', async () => {
    await beginAtItem();
    at('14:30:00');
    await adjourn();
    at('14:32:00');
    await stage.takeBack();
    at('14:40:00');
    await adjourn();
    expect(await lines()).toEqual(['The meeting was adjourned.', 'The meeting resumed.']);
  });

  test('shows when the valid vote on a motion was held, and explains why an earlier vote on it is void', async () => {
    await beginAtItem();
    await stage.propose();
    at('14:15:00');
    await stage.open('unopposed');
    await stage.cast(ada, 'against');
    at('14:17:00');
    await stage.open();
    await stage.castAll('for', ada, cleo);
    await stage.close();
    const [event] = (await section(1)).events;
    expect(event).toMatchObject({ state: 'carried', at: november('14:17:00') });
    expect(textOf(event as MinutesEvent).motion?.lines[0]).toBe('Somebody objected, so the vote became void.');
  });

  test('contains a declared interest and the times at which the member left and returned', async () => {
    await begin();
    at('14:10:00');
    await point();
    at('14:12:00');
    await stage.recuse(dora);
    at('14:13:00');
    await stage.leave(dora);
    at('14:40:00');
    await point(itemAt(2));
    at('14:41:00');
    await stage.arrive(dora, 'remote');
    expect((await section(1)).events).toEqual([
      {
        kind: 'declared',
        name: 'Dora Byron',
        nature: 'My brother owns the land.',
        about: null,
        about_id: itemAt(1).id,
        at: november('14:12:00'),
        is_recused: true,
        lifted_at: null,
        left_at: november('14:13:00'),
        returned_at: null,
      },
    ]);
    expect((await section(2)).events).toEqual([
      { kind: 'arrived', at: november('14:41:00'), name: 'Dora Byron', mode: 'remote', is_return: true },
    ]);
  });

  test.each([
    ['numbers', []],
    ['who-asked', ['Cleo Byron']],
    ['all', ['Ada Byron', 'Bea Byron', 'Cleo Byron']],
  ])('names voters according to the setting at the time the named vote opened: %s', async (minutes_names, names) => {
    await stage.settings({ minutes_names });
    await hold({ named: [cleo] });
    await stage.settings({ minutes_names: minutes_names === 'all' ? 'numbers' : 'all' });
    const [motion] = (await section(1)).events;
    expect(motion?.kind === 'motion' && motion.votes[0]?.named.map(({ name }) => name)).toEqual(names);
  });

  test('marks a vote that lost its quorum because the time at which a member left was corrected', async () => {
    await hold({ against: false });
    for (const voter of [cleo, dora]) {
      const { id, revision } = await stage.presenceOf(voter);
      const left = { revision, left_at: november('14:15:00'), accepts_lost_quorum: true };
      expect((await bea.patch(`/ajax/presences/${id}`, left)).status).toBe(200);
    }
    const motion = (await section(1)).events.find(({ kind }) => kind === 'motion');
    expect(motion?.kind === 'motion' && motion.votes[0]).toMatchObject({ result: 'carried', lost_quorum: true });
  });
});
