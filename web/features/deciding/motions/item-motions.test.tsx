import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { Motion, MotionsOfMeeting, Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomLine, roomOfMember, roomStart } from '#tests/support/room-values.ts';
import { countedFacts } from './counted-vote.tsx';
import { ItemMotions } from './item-motions.tsx';
import { MeetingMotions } from './meeting-motions.tsx';
import { countedVote, moverOptions } from './motion-labels.ts';

vi.mock('#web/api/start.ts', () => ({ useTimeZone: () => 'UTC' }));

const at = roomStart;
const line = roomLine({ pointer: 'item', motions: 1 });
const room = roomOfMember({ line });
const declaration = { nature: 'Owner', is_recused: true };
const declared: NonNullable<Room['declarations']>[number] = {
  agenda_item_id: 'later item',
  member_id: 'me',
  nature: 'Owner',
  declared_at: at,
  is_recused: true,
  withheld_at: null,
  can: { lift: false },
};
const mayNot: Vote['can'] = {
  vote: false,
  name: false,
  enter: false,
  close: false,
  void: false,
  correct: false,
  decide_tie: false,
};
const vote: Vote = {
  id: 'vote',
  way: 'hands',
  state: 'carried',
  majority: '1/2',
  majority_of: 'cast',
  text: 'That it be.',
  papers: [],
  opened_at: at,
  entered_afterwards: false,
  closed_at: at,
  closed_by: null,
  received: 0,
  eligible: 3,
  counts: { for: 3, against: 0, abstain: 0 },
  corrections: [],
  lost_quorum: false,
  quorum: null,
  has_casting_vote: false,
  casting: null,
  number: null,
  void: null,
  ballots: null,
  silent: null,
  recused: null,
  inactive: null,
  absent: null,
  missing: null,
  own: { has_voted: false, choice: null, is_named: false },
  can: mayNot,
};
const motion: Motion = {
  id: 'motion',
  agenda_item_id: 'item',
  text: 'That it be.',
  state: 'carried',
  reason: '',
  revision: 1,
  mover: null,
  seconder: null,
  suggested_by: null,
  deferred_to: null,
  deferred_from: null,
  votes: [vote],
  can: { edit: false, move: false, open_vote: false },
};
const answer: MotionsOfMeeting = {
  motions: [motion],
  offers: { ways: ['hands'], way: 'hands', majority: '1/2', majority_of: 'cast', seconder: false },
  recused_from: [],
  can: { propose: false, suggest: false },
};

function pageOf(asked: ReactNode, answered = answer): (shown: ReactNode) => string {
  const client = new QueryClient();
  const render = (shown: ReactNode): string =>
    renderToStaticMarkup(<QueryClientProvider client={client}>{shown}</QueryClientProvider>);
  render(asked);
  for (const { queryKey } of client.getQueryCache().getAll()) client.setQueryData(queryKey, answered);
  return render;
}

test('the count of a show of hands can be corrected even if no other action is permitted', () => {
  const motionWith = (can: Vote['can']): MotionsOfMeeting => ({
    ...answer,
    motions: [{ ...motion, votes: [{ ...vote, can }] }],
  });
  const shown = <ItemMotions room={room} itemId="item" />;
  expect(pageOf(shown, motionWith({ ...mayNot, correct: true }))(shown)).toContain('Correct the count');
  expect(pageOf(shown, motionWith(mayNot))(shown)).not.toContain('<button');
});

test('without a quorum a vote cannot be opened, and the reason is shown next to the button', () => {
  const proposed = {
    ...motion,
    state: 'proposed' as const,
    votes: [],
    can: { edit: true, move: true, open_vote: true },
  };
  const quorum = { present: 1, needed: 2, in_office: 3, met: false } as NonNullable<Room['line']['quorum']>;
  const shown = (of: Room['line']['quorum']) => (
    <ItemMotions room={{ ...room, line: { ...line, quorum: of } }} itemId="item" />
  );
  const render = pageOf(shown(null), { ...answer, motions: [proposed] });
  const html = render(shown(quorum));
  expect(html).toContain('No quorum: 1 of 3 voting members are present for this item.');
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>(?:(?!<\/button>).)*Open vote/);
  expect(render(shown(null))).not.toContain('disabled=""');
});

const person = (id: string, more: object = {}) =>
  ({ member_id: id, name: id, is_voter: true, attended: null, ...more }) as NonNullable<Room['people']>[number];

test('the possible movers are the voting members present and the current mover', () => {
  const people = [person('here'), person('away'), person('guest', { is_voter: false }), person('named')];
  const presences = ['here', 'guest'].map((id) => ({ id, member_id: id, mode: 'in-person' as const, arrived_at: at }));
  const named = { mover: { member_id: 'named', name: 'named' }, seconder: null };
  const of = (given: Partial<Room>) =>
    moverOptions({ ...room, people, ...given }, { itemId: 'item', motion: named }).map(({ value }) => value);
  expect(of({ line: { ...line, presences } })).toEqual(['here', 'named']);
  expect(of({ called_at: null })).toEqual(['here', 'away', 'named']);
});

test('members who are recused from an item cannot be chosen as its mover', () => {
  const people = ['free', 'declared', 'recused', 'elsewhere', 'withheld'].map((id) => person(id));
  const declarations = [
    { ...declared, agenda_item_id: 'item', member_id: 'declared', is_recused: false },
    { ...declared, agenda_item_id: 'item', member_id: 'recused' },
    { ...declared, agenda_item_id: 'later item', member_id: 'elsewhere' },
  ];
  const before = { ...room, called_at: null, people, declarations, line: { ...line, recused: ['withheld'] } };
  const movers = moverOptions(before, { itemId: 'item', motion: null });
  expect(movers.map(({ value }) => value)).toEqual(['free', 'declared', 'elsewhere']);
  const later = moverOptions(before, { itemId: 'later item', motion: null });
  expect(later.map(({ value }) => value)).toEqual(['free', 'declared', 'recused', 'withheld']);
});

test('the motions are fetched again when the reader’s recusal changes', () => {
  const inRoom = (given: Partial<Room>) => <ItemMotions room={{ ...room, ...given }} itemId="item" />;
  const render = pageOf(inRoom({}));
  expect(render(inRoom({ quorum_changes: [] }))).toContain('That it be.');
  expect(render(inRoom({ own: { ...room.own, declaration } }))).not.toContain('That it be.');
  expect(render(inRoom({ declarations: [declared] }))).not.toContain('That it be.');
  expect(render(inRoom({ declarations: [{ ...declared, member_id: 'you' }] }))).toContain('That it be.');
});

test('the meeting’s page fetches the motions again when the room reports a change', () => {
  const inRoom = (motions: number) => (
    <MeetingMotions meeting={{ agenda_items: [] }} room={{ ...room, line: { ...line, motions } }} />
  );
  const render = pageOf(inRoom(1));
  expect(render(inRoom(1))).toContain('That it be.');
  expect(render(inRoom(2))).not.toContain('That it be.');
});

describe('a motion on the page', () => {
  const shown = <ItemMotions room={room} itemId="item" />;
  const page = (given: Partial<Motion>) => pageOf(shown, { ...answer, motions: [{ ...motion, ...given }] })(shown);
  const ended: Vote = {
    ...vote,
    id: 'void',
    state: 'void',
    way: 'unopposed',
    counts: null,
    void: { at, by: 'Bea Moser', by_objection: true, reason: '' },
  };
  const opened: Vote = { ...vote, id: 'open', state: 'open', counts: null, closed_at: null, way: 'named' };

  test('is labelled as tied and offers the chair a casting vote', () => {
    const tied = { ...vote, state: 'tied' as const, can: { ...mayNot, decide_tie: true } };
    const html = page({ state: 'voting', votes: [tied] });
    expect(html).toContain('aria-label="Motion, Tied"');
    expect(
      inOrder(html, ['The chair decides the tie.', 'Casting vote: for', 'Casting vote: against', 'Abstained']),
    ).toBe(true);
  });

  test('states that it was not carried because of a tie, and why the chair did not decide the tie', () => {
    const counts = { for: 2, against: 2, abstain: 1 };
    const tied = { ...vote, state: 'not-carried' as const, counts };
    const html = page({ state: 'not-carried', votes: [tied] });
    expect(html).toContain('aria-label="Motion, Tied 2 – 2: not carried"');
    expect(html).toContain(motionMessages.noCastingVote);
    const withRule = page({ state: 'not-carried', votes: [{ ...tied, has_casting_vote: true }] });
    expect(withRule).toContain(motionMessages.chairHasNoVote);
    expect(withRule).not.toContain(motionMessages.noCastingVote);
    const decided = page({ state: 'not-carried', votes: [{ ...tied, casting: 'against' }] });
    expect(decided).toContain('aria-label="Motion, Not carried by the chair’s casting vote"');
    const secret = page({ state: 'not-carried', votes: [{ ...tied, way: 'secret' }] });
    expect(secret).toContain(motionMessages.secretHasNoCastingVote);
    expect(decided).not.toContain(motionMessages.noCastingVote);
  });

  test('shows the quorum at closing, which includes members who voted and then left', () => {
    const facts = countedFacts({ ...vote, way: 'named', quorum: { present: 6, needed: 5, in_office: 8 } }, 'UTC');
    expect(facts[1]).toEqual(['Quorum at closing', '6 of 8 present or voted, 5 needed']);
  });

  test('still shows the majority rule of its finished vote while another motion on the item is put to the vote', () => {
    const rule = 'Rule: More than half of the votes cast';
    const other = { ...motion, id: 'other', state: 'voting' as const };
    const html = pageOf(shown, { ...answer, motions: [motion, { ...other, votes: [opened] }] })(shown);
    expect(html.split(rule)).toHaveLength(2);
    const beside = (votes: readonly Vote[]) => countedVote([{ ...motion, votes: [...votes] }], 'item')?.id;
    expect([beside([vote]), beside([vote, ended]), beside([vote, opened])]).toEqual(['vote', 'vote', undefined]);
  });

  test('states during a vote whether the chair decides a tie', () => {
    const html = (has_casting_vote: boolean) => page({ state: 'voting', votes: [{ ...opened, has_casting_vote }] });
    expect(html(true)).toContain('of the votes cast, the chair decides a tie');
    expect(html(false)).not.toContain('the chair decides a tie');
  });

  test('shows its newest vote first and collapses earlier votes', () => {
    expect(inOrder(page({ votes: [ended, vote] }), ['Closed at', 'Earlier vote: void', 'Objected to at'])).toBe(true);
    const html = page({ state: 'voting', votes: [ended, { ...opened, can: { ...mayNot, close: true } }] });
    expect(inOrder(html, ['Close vote', 'Earlier vote', 'Objected to at'])).toBe(true);
    expect(page({ state: 'proposed', votes: [ended] })).not.toContain('Earlier vote');
  });

  test('shows no majority rule during an unopposed vote', () => {
    const html = page({ state: 'voting', votes: [{ ...opened, way: 'unopposed' }] });
    expect(html).toContain('<span>Unopposed</span>');
    expect(html).not.toContain('more than half');
    expect(page({ state: 'voting', votes: [opened] })).toContain('By name, more than half of the votes cast');
  });
});

function inOrder(html: string, words: readonly string[]): boolean {
  const found = words.map((each) => html.indexOf(each));
  return found.every((at, nth) => at > (found[nth - 1] ?? -1));
}
