/** What is counted of marks; null is not marked. */
export interface MarkCounts {
  readonly present: number;
  readonly absent: number;
  readonly unmarked: number;
}

export function countMarks(marks: readonly (boolean | null)[]): MarkCounts {
  const present = marks.filter((mark) => mark === true).length;
  const absent = marks.filter((mark) => mark === false).length;
  return { present, absent, unmarked: marks.length - present - absent };
}

/** '5 in attendance, 3 to mark' */
export function listWords({ present, unmarked }: MarkCounts): string {
  return unmarked === 0 ? `${present} in attendance` : `${present} in attendance, ${unmarked} to mark`;
}

/** '1 Not In Attendance, 3 not marked yet' */
export function roomWords({ absent, unmarked }: MarkCounts, notInAttendance: string): string {
  const said = [
    ...(absent === 0 ? [] : [`${absent} ${notInAttendance}`]),
    ...(unmarked === 0 ? [] : [`${unmarked} not marked yet`]),
  ];
  return said.length === 0 ? 'Everybody is here' : said.join(', ');
}
