import type { PresenceMode } from '../room.ts';
import { counted } from '../text.ts';

/** Adjourning makes tied motions count as not carried, even if the adjournment is undone. */
export function adjourningText(ties: number): string {
  const lapse =
    ties === 0
      ? ''
      : ` ${counted(ties, 'motion is', 'motions are')} tied and not decided by the chair. ${ties === 1 ? 'It' : 'They'} will count as not carried, even if you undo this.`;
  return `Everybody who is here will be checked out. You can undo this.${lapse}`;
}

export const presenceText: Readonly<Record<PresenceMode, string>> = {
  'in-person': 'attending in person',
  remote: 'attending remotely',
};

export const roomMessages = {
  chooseBody: 'Choose the body that decides in this meeting.',
  neverBegun: 'This meeting is over. It was never called to order in this portal.',
  notInSession: 'The meeting is not in session.',
  opens: (time: string): string => `The room opens ${time}.`,
  calledToOrder: 'The meeting was called to order.',
  inRecess: 'The meeting is in recess.',
  resumed: 'The meeting is in session again.',
  adjourned: 'The meeting was adjourned.',
  checkedOut: 'You are checked out.',
  nowAt: (item: string): string => `Now on item ${item}.`,
  connectionLost: (time: string): string => `Connection lost. What you see is from ${time}.`,
  quorumReached: (present: number, needed: number): string => `Quorum reached: ${present} present, ${needed} needed.`,
  quorumLost: (present: number, needed: number): string => `Quorum lost: ${present} present, ${needed} needed.`,
  tooOften: 'You have checked in and out too often in this meeting. Ask the secretary to record your times.',
  adjournInstead: 'This meeting was called to order. Adjourn it instead.',
  noLongerActive: 'This person is no longer active and cannot be checked in.',
  bodyStays: 'The meeting has begun, so the body that decides in it cannot be changed.',
  notOfMeeting: 'Choose an active member who is invited to this meeting.',
  beforeOpening: 'At this time, attendance could not yet be recorded.',
  notYet: 'This time is in the future.',
  overThen: 'The meeting was already over at this time.',
  leftBeforeArrived: 'This time is before their arrival.',
  leftMissing: 'The meeting is over. Enter when they left.',
  thereAlready: 'This person was already present at this time.',
  quorumWouldBeLost:
    'According to these times, there was no quorum for the following votes. Their results stay the same:',
  lostSince: (time: string): string => `No connection since ${time}`,
  changedMeanwhile: 'Somebody else has changed this in the meantime. Here are the current times.',
  timesConflict: 'Somebody else has changed these times in the meantime. Save again to replace theirs with yours:',
} as const;
