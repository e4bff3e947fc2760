/** Goes to a part of an item of the agenda editor, once it is drawn. */
export function focusAgendaItem(key: string, part: 'title' | 'conflict'): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-agenda-item="${CSS.escape(key)}"]`);
    const target = row?.querySelector<HTMLElement>(part === 'title' ? 'textarea' : '[data-conflict] button');
    target?.focus();
  });
}
