import { counted, listed } from '../text.ts';

const namedMax = 5;

/** A name is null if the reader cannot see that meeting. */
function meetingsNamed(meetings: readonly (string | null)[]): string {
  const seen = meetings.filter((name) => name !== null);
  const unseen = meetings.length - seen.length;
  const hidden =
    unseen === 0
      ? []
      : [unseen === 1 ? 'a meeting that you cannot see' : `${counted(unseen, 'meeting')} that you cannot see`];
  return listed([...mostOf(seen), ...hidden]);
}

export const mostOf = (names: readonly string[]): readonly string[] =>
  names.length <= namedMax ? names : [...names.slice(0, namedMax), `${names.length - namedMax} more`];

export const motionMessages = {
  votersUnknown: 'The voting members have not been confirmed yet. Confirm them in Setup, under Deciding.',
  noQuorum: (present: number, inOffice: number): string =>
    `No quorum: ${present} of ${inOffice} voting members are present for this item.`,
  anotherVote: 'Another vote is open. Close it first.',
  noMover: 'Enter who moved it.',
  noSeconder: 'Enter who seconded it.',
  tooFewForSecret: 'A secret vote needs at least 3 voters.',
  voteClosed: 'This vote is closed. Your ballot was not counted.',
  checkInFirst: 'Check in to this meeting first.',
  recused: 'You are recused from this item.',
  noVote: 'You cannot vote on this motion.',
  hasNoAccess: 'This person can no longer open the meeting, so no ballot can be entered for them.',
  votedBeforeRecusal: 'You have already voted on this item. You can recuse yourself once the vote is closed.',
  liftedByDesk: 'You are already recused. The chair or the secretary can end the recusal.',
  liftedWithItem:
    'This item is withheld because the item it belongs to is withheld. Stop withholding that item instead.',
  liftedByOthers: 'This item is withheld from you. Only somebody else can change that.',
  withholdingOff: 'Withholding is switched off in Setup, under Deciding.',
  withholdingTakesVote: (meetings: readonly (string | null)[]): string =>
    `This person can also vote on the item in ${meetingsNamed(meetings)}, and is not recused there. You can withhold the item once those meetings have carried a motion on it.`,
  withholdingTakesLaterVote: (meetings: readonly (string | null)[]): string =>
    `This person would also lose their vote on the item in drafts or cancelled meetings: ${meetingsNamed(meetings)}. Remove the item there first.`,
  withholdingTakesMotion:
    'This person can vote here and is not recused. Before you can withhold the item, a motion on it must be carried.',
  withholdingCondition:
    'You can withhold an item from a voting member only after they have recused themselves or a motion on the item has been carried. The same applies to copies of the item in future meetings.',
  withheldAlready: 'This item is already withheld from this person.',
  secretIsFinal: 'You have voted already. A secret ballot is final.',
  tooFewBallots: 'Fewer than 3 members have voted. Wait, or declare the vote void.',
  meetingHasVoted: 'Members have already voted in this meeting. Create another meeting for the remaining items.',
  hasVoted: (name: string): string => `${name} has voted in this meeting. Enter when they left instead.`,
  onlySoMany: (eligible: number): string => `These numbers add up to more than the ${eligible} people who can vote.`,
  votedOn: 'This has already been voted on, so it cannot be changed.',
  decidedStays: 'What is decided cannot be deleted.',
  chairDecides: 'Only the chair decides a tie.',
  noTie: 'There is no tie to break.',
  notOpenAnyMore: 'This vote is closed.',
  alreadyVoid: 'This vote has already been declared void.',
  doesNotFollow: 'This is no longer possible because somebody else has made a change in the meantime. Reload the page.',
  tooMany: (most: number): string => `An item can have at most ${most} motions.`,
  tooManySuggestions: (most: number): string => `You can suggest at most ${most} motions in a meeting.`,
  chooseVoter: 'Choose a voting member of this body.',
  twoPeople: 'Choose somebody other than the mover.',
  countsMissing: 'Enter how many hands were raised.',
  byHands: 'This vote is by show of hands.',
  onlyObjections: 'There are no ballots in an unopposed vote. If you are against the motion, object.',
  tooManyCorrections: (most: number): string => `These numbers can be corrected at most ${most} times.`,
  otherResult: 'These numbers would change the result. Declare the vote void and vote on the motion again.',
  notByHands: 'This vote was not by show of hands.',
  notOfBody: 'Choose an upcoming meeting of the same body.',
  enteredAfterwards: 'Entered afterwards',
  lostQuorum: 'According to the corrected times, there was no quorum.',
  onlyNamedOrHands: 'After the meeting, only votes by name or by show of hands can be entered.',
  votedThemselves: (name: string): string => `${name} has already voted and can change their own vote.`,
  notSecret: 'Only the voters themselves can cast a secret ballot.',
  timeToObject: 'An unopposed vote must stay open for at least 10 seconds.',
  conflict: 'Somebody else has changed this motion in the meantime. Save again to replace their version with yours:',
  changedMeanwhile: 'Somebody else has changed this motion in the meantime. Here is the current version.',
  ballotIn: 'Your ballot was received.',
  sending: 'Sending…',
  notReceived: 'Not received. Try again.',
  youHaveVoted: 'You have voted.',
  voteOpened: 'A vote is open.',
  voteResult: (result: string): string => `The vote is closed: ${result}.`,
  noCastingVote:
    'If the vote is tied, the motion is not carried. Under the rules in effect when this vote was opened, the chair has no casting vote.',
  secretHasNoCastingVote: 'If the vote is tied, the motion is not carried. There is no casting vote in a secret vote.',
  chairHasNoVote:
    'If the vote is tied, the motion is not carried. The chair does not vote on this item, or had not decided when the meeting was adjourned.',
} as const;
