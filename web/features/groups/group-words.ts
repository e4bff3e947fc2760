/** Above the members of a group that is being edited; null without a meeting to come. */
export function comingWords(comingMeetings: number): string | null {
  if (comingMeetings === 0) return null;
  const which = comingMeetings === 1 ? 'a coming meeting' : `${comingMeetings} coming meetings`;
  const them = comingMeetings === 1 ? 'it' : 'them';
  return `This group is invited to ${which}. Whoever you add is invited to ${them} as soon as you save; whoever you remove no longer sees ${them}, and their links end.`;
}
