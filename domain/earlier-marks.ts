/** '3 marks on the earlier version' (product.md, section 4). */
export function earlierMarksLine(count: number): string {
  return `${count} ${count === 1 ? 'mark' : 'marks'} on the earlier version`;
}
