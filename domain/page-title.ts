/** Page title, board title, product name, separated by ' | ' (specification 2); what is not known is left out. */
export function pageTitle(parts: {
  readonly page: string | null;
  readonly board: string | null;
  readonly product: string;
}): string {
  return [parts.page, parts.board, parts.product].filter((part) => part !== null && part.trim() !== '').join(' | ');
}
