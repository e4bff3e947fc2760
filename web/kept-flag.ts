const flag = 'dais-keeps-papers';

export const keepsPapers = (): boolean => localStorage.getItem(flag) !== null;

export function rememberKeeping(isAny: boolean): void {
  if (isAny) localStorage.setItem(flag, '1');
  else localStorage.removeItem(flag);
}
