import type { Room, RoomLine } from '#contract/room.ts';

export const roomStart = '2026-11-19T14:00:00.000Z';

export const roomLine = (given: Partial<RoomLine> = {}): RoomLine => ({
  noun: 'room',
  id: 'meeting',
  revision: 5,
  phase: 'in-session',
  since: roomStart,
  pointer: null,
  quorum: null,
  presences: [],
  own_presence: null,
  facts: 'known',
  vote: null,
  recused: [],
  motions: 0,
  ...given,
});

export const roomOfMember = (given: Partial<Room> = {}): Room => ({
  line: roomLine(),
  type: 'hybrid',
  opens_at: roomStart,
  is_open: true,
  has_passed: false,
  read_at: roomStart,
  called_at: roomStart,
  pointed_at: null,
  visited: [],
  body: null,
  bodies: [],
  forecast: null,
  people: [],
  guests: [],
  unheard: null,
  chair_id: null,
  secretary_id: null,
  presences: null,
  quorum_changes: null,
  declarations: [],
  own: { member_id: 'me', presence: null, declaration: null },
  can: { run: false, correct_presences: false, take_back: false, check_in: true, set_desk: false, withhold: false },
  ...given,
});
