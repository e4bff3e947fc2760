export const paperMessages = {
  off: 'Paper requests are switched off on this board. A board admin can switch them on in Setup.',
  membersOnly: 'On this board, only members can be asked for papers.',
  dueInPast: 'Choose today or a later date.',
  meetingOver: 'This meeting is cancelled, so no papers can be requested.',
  tooMany: (most: number): string => `A meeting can have at most ${most} requests for papers.`,
  nothingSent: 'There is no paper to accept. The author may have replaced or withdrawn it.',
  replaced: 'The author has replaced this file in the meantime. Look at the new one first.',
  notDue: 'The author has already sent this paper or declined to send it.',
  tooManyFiles: (most: number): string => `At most ${most} files can be sent for one paper.`,
  tooManyBytes: 'The files sent for this paper would exceed 300 MB in total.',
} as const;
