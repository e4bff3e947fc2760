import { type FieldErrors, type FieldValues, type ResolverResult, set } from 'react-hook-form';

/** Returns what a resolver returns. The messages are keyed by field, such as 'options.1.text'. Null means no error. */
export function resolved<Values extends FieldValues>(
  values: Values,
  messages: Readonly<Record<string, string | null>>,
): ResolverResult<Values> {
  const errors: FieldErrors<Values> = {};
  for (const [field, message] of Object.entries(messages)) {
    if (message !== null) set(errors, field, { type: 'rule', message });
  }
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
}
