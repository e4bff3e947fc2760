const flag = 'dais-keeps-papers';

/** Whether this browser stores papers. The code for them is loaded only if it does. */
export const keepsPapers = (): boolean => localStorage.getItem(flag) !== null;

export function rememberKeeping(isAny: boolean): void {
  if (isAny) localStorage.setItem(flag, '1');
  else localStorage.removeItem(flag);
}
