export function recoveryCodesLeft(count: number): string {
  if (count === 0) return 'None left. Make new ones now.';
  return count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`;
}
