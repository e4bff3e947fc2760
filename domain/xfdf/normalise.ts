import { noAnnotations } from './annotation.ts';
import { type ParsedXfdf, parseXfdf } from './parse.ts';
import { writeXfdf } from './write.ts';

export type NormalisedXfdf =
  | { readonly kind: 'normalised'; readonly xfdf: string }
  | Extract<ParsedXfdf, { kind: 'refused' }>;

export function normaliseXfdf(text: string): NormalisedXfdf {
  const parsed = parseXfdf(text);
  return parsed.kind === 'refused' ? parsed : { kind: 'normalised', xfdf: writeXfdf(parsed.annotations) };
}

export function withoutAnnotations(xfdf: string): string {
  const parsed = parseXfdf(xfdf);
  return writeXfdf({ ...(parsed.kind === 'parsed' ? parsed.annotations : noAnnotations), annotations: [] });
}
