import { escapeHtml } from '#domain/escape-html.ts';

/** Markup that is safe to send. Made only by `html`. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[] | null;

/** A template whose values are escaped unless they are `Html` themselves; good for text and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = strings.map((part, nth) => part + written(values[nth] ?? null)).join('');
  return { markup };
}

function written(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map((each) => each.markup).join('');
}
